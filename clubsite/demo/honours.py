"""What the demo club's tournaments lead to: prizes, and for the finished championship the first place in a circuit."""

from tournaments.models import Circuit, Prize, Tournament

CHAMPIONSHIP = "anjou-2025"


def add_honours() -> None:
    """Give the prizes, finish the championship, and put it, as a major, into a circuit."""
    championship = Tournament.objects.get(slug=CHAMPIONSHIP)
    championship.finish(None)
    for tournament in Tournament.objects.all():
        for kind in (Prize.Kind.BEST_POWER, Prize.Kind.MOST_TOPS):
            Prize.add_derived(tournament, kind, None)
    Circuit(slug="grand-tour", name="Grand Tour 2025").store(None, {championship: True})
