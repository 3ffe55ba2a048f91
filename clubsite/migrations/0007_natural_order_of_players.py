from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import clubsite.fields
from clubsite.names import natural_key


def put_in_order(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give the players that there are what they are sorted by."""
    players = list(apps.get_model("clubsite", "Player").objects.only("nickname"))
    for player in players:
        player.nickname_order = natural_key(player.nickname)
    apps.get_model("clubsite", "Player").objects.bulk_update(players, ["nickname_order"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("clubsite", "0006_merged_players")]

    operations = [
        migrations.AddField(
            "player",
            "nickname_order",
            clubsite.fields.NaturalOrderField(
                default="", editable=False, max_length=765, source="nickname", verbose_name="order of the nickname"
            ),
            preserve_default=False,
        ),
        migrations.RunPython(put_in_order, migrations.RunPython.noop),
        migrations.AlterModelOptions(
            "player",
            options={
                "ordering": ["nickname_order", "nickname_key"],
                "permissions": [("merge_players", "Can merge two members into one")],
                "verbose_name": "player",
                "verbose_name_plural": "players",
            },
        ),
    ]
