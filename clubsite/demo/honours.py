"""What the demo club's tournaments lead to: the past ones are finished, with prizes, and make a circuit."""

from tournaments.models import Circuit, Prize, Tournament


def add_honours() -> None:
    """Finish the past tournaments, give their prizes, and put them, as majors, into a circuit."""
    tournaments = Tournament.objects.public()
    for tournament in tournaments:
        tournament.finish(None)
        for kind in (Prize.Kind.BEST_POWER, Prize.Kind.MOST_TOPS):
            Prize.add_derived(tournament, kind, None)
    Circuit(slug="grand-tour", name="Grand Tour 2025").store(None, dict.fromkeys(tournaments, True))
