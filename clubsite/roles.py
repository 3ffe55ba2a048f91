"""The roles: groups of permissions, made again after every migrate; safe to repeat."""

from django.apps import AppConfig, apps
from django.contrib.auth.management import create_permissions

JUDGE, ORGANISER, PRESIDENT, ADMIN = "Judge", "Organiser", "President", "Admin"

OUR_APPS = ("clubsite", "mafia_rating", "tournaments")

JUDGE_PERMISSIONS = {
    "clubsite": ["add_player", "view_player"],
    "mafia_rating": [
        *("add_game", "change_game", "view_game", "view_seat", "view_season"),
        *("add_cupentry", "change_cupentry", "view_cupentry", "view_cup"),
    ],
    "tournaments": ["add_board", "change_board", "view_board", "view_seat", "view_round", "view_tournament"],
}
ORGANISER_PERMISSIONS = {
    "clubsite": [
        *JUDGE_PERMISSIONS["clubsite"],
        "change_player",
        *(f"{verb}_alias" for verb in ("view", "add", "change", "delete")),
    ],
    "mafia_rating": [*JUDGE_PERMISSIONS["mafia_rating"], "add_gamesheet"],
    "tournaments": [
        *JUDGE_PERMISSIONS["tournaments"],
        *(f"{verb}_{model}" for verb in ("add", "change", "delete") for model in ("tournament", "round")),
        "add_circuit",
        "change_circuit",
    ],
}
PRESIDENT_PERMISSIONS = {
    "clubsite": ["view_player"],
    "mafia_rating": [
        "decide_exceptional",
        *(
            f"view_{model}"
            for model in ("season", "closingrecord", "game", "seat", "judgebonus", "penalty", "bestmove")
        ),
    ],
    "tournaments": ["view_tournament", "view_round", "view_board", "view_seat"],
}


def make_roles(sender: AppConfig | None = None, **kwargs: object) -> None:
    """Create the four groups, or set their permissions right again.

    Judge enters and edits games and boards, and registers members for a cup; Organiser also tournaments, rounds and
    circuits; President decides on exceptional bonuses and discretionary penalties and does nothing else a judge does;
    Admin may do everything.
    """
    from django.contrib.auth.models import Group, Permission

    for label in OUR_APPS:
        create_permissions(apps.get_app_config(label), verbosity=0)
    permissions = {
        (permission.content_type.app_label, permission.codename): permission
        for permission in Permission.objects.select_related("content_type")
    }
    given = {
        role: [permissions[label, name] for label, names in wanted.items() for name in names]
        for role, wanted in (
            (JUDGE, JUDGE_PERMISSIONS),
            (ORGANISER, ORGANISER_PERMISSIONS),
            (PRESIDENT, PRESIDENT_PERMISSIONS),
        )
    }
    given[ADMIN] = list(permissions.values())
    for role, allowed in given.items():
        Group.objects.get_or_create(name=role)[0].permissions.set(allowed)
