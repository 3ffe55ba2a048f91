"""Freeze the tables of the seasons that are closed already, and keep who closed them when."""

from decimal import Decimal

from django.db import migrations

from mafia_rating import rating

POINTS = ("best_move", "bonus", "penalty", "total")


def freeze(apps, schema_editor):
    models = {name: apps.get_model("mafia_rating", name) for name in ("Season", "Seat", "ClosedLine", "ClosingRecord")}
    for season in models["Season"].objects.exclude(closed_at=None):
        models["ClosingRecord"].objects.create(
            season=season, action="closed", by_id=season.closed_by_id, at=season.closed_at
        )
        by_player = {}
        for seat in models["Seat"].objects.filter(game__season=season, game__status="final").select_related("player"):
            by_player.setdefault(seat.player, []).append(seat)
        models["ClosedLine"].objects.bulk_create(
            models["ClosedLine"](
                season=season,
                player_id=line.player_id,
                **{
                    name: getattr(line, name)
                    for name in (
                        *("place", "games", "wins", "compensations"),
                        *("best_move", "bonus", "penalty", "points"),
                    )
                },
            )
            for line in rating.season_table(sums(*each) for each in by_player.items())
        )


def sums(player, seats):
    *points, total = (sum((getattr(seat, part) for seat in seats), Decimal("0.00")) for part in POINTS)
    wins = sum(seat.win > 0 for seat in seats)
    compensations = sum(seat.compensation > 0 for seat in seats)
    return rating.Sums(player.pk, player.nickname, len(seats), wins, compensations, *points, total)


class Migration(migrations.Migration):
    dependencies = [("mafia_rating", "0006_closed_seasons")]

    operations = [migrations.RunPython(freeze, migrations.RunPython.noop, elidable=True)]
