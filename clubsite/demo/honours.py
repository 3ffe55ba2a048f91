"""What the demo club's championship leads to: it is finished, with prizes, and the first of a circuit."""

from tournaments.models import Circuit, Prize, Tournament

CHAMPIONSHIP = "anjou-2025"


def add_honours() -> None:
    """Finish the championship, give its prizes, and put it, as a major, into a circuit."""
    championship = Tournament.objects.get(slug=CHAMPIONSHIP)
    championship.finish(None)
    for kind in (Prize.Kind.BEST_POWER, Prize.Kind.MOST_TOPS):
        Prize.add_derived(championship, kind, None)
    Circuit(slug="grand-tour", name="Grand Tour 2025").store(None, {championship: True})
