"""Let the database itself refuse overlapping seasons.

PostgreSQL has an exclusion constraint for it. SQLite has none, so two triggers do the same.
"""

from django.db import migrations

OVERLAP = "starts_on <= NEW.ends_on AND ends_on >= NEW.starts_on AND id <> NEW.id"


def forbid(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "ALTER TABLE mafia_rating_season ADD CONSTRAINT season_no_overlap "
            "EXCLUDE USING gist (daterange(starts_on, ends_on, '[]') WITH &&)"
        )
    else:
        for event in ("INSERT", "UPDATE"):
            schema_editor.execute(
                f"CREATE TRIGGER season_no_overlap_{event.lower()} AFTER {event} ON mafia_rating_season "
                f"WHEN EXISTS (SELECT 1 FROM mafia_rating_season WHERE {OVERLAP}) "
                "BEGIN SELECT RAISE(ABORT, 'season_no_overlap'); END"
            )


def allow(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE mafia_rating_season DROP CONSTRAINT season_no_overlap")
    else:
        for event in ("insert", "update"):
            schema_editor.execute(f"DROP TRIGGER season_no_overlap_{event}")


class Migration(migrations.Migration):
    dependencies = [("mafia_rating", "0001_initial")]

    operations = [migrations.RunPython(forbid, allow)]
