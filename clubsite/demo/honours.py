"""What the demo club's tournaments lead to: the past ones are finished, with prizes."""

from tournaments.models import Prize, Tournament


def add_honours() -> None:
    """Finish the past tournaments and give their prizes."""
    for tournament in Tournament.objects.public():
        tournament.finish(None)
        for kind in (Prize.Kind.BEST_POWER, Prize.Kind.MOST_TOPS):
            Prize.add_derived(tournament, kind, None)
