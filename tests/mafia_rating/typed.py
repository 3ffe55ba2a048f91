"""What a browser sends when a protocol is typed in."""

import re
import uuid
from typing import Any

from django.test import Client

from tests.factories import make_players

from . import vectors

# Black wins; seat 3 is the sheriff, 4 and 8 are mafia, 6 is the don.
GAME = {**vectors.read("mafia_invalid_games")[0]["game"], "bonuses": []}

REASON = "Read the table"


def typed(game: dict | None = None, **changes: Any) -> dict[str, Any]:
    """Return the form's data for a game of a club file, its players made; None leaves a field out."""
    game = game or GAME
    make_players([game["judge"], *(seat["player"] for seat in game["seats"])])
    data = {
        "entry_token": str(uuid.uuid4()),
        **{name: game[name] for name in ("played_on", "table", "number", "judge", "result")},
        "first_killed": game["first_killed"],
        **{f"best_move_{place}": seat for place, seat in enumerate(game["best_move"], start=1)},
    }
    for seat in game["seats"]:
        data |= {f"seat_{seat['seat']}_{name}": seat[name] for name in ("player", "role")}
        data[f"seat_{seat['seat']}_removal"] = seat.get("removal", "none")
    data |= {f"seat_{bonus['seat']}_bonus": bonus["points"] for bonus in game["bonuses"]}
    for penalty in game["penalties"]:
        data.setdefault(f"seat_{penalty['seat']}_penalties", []).append(penalty["ground"])
    return {name: value for name, value in with_reasons({**data, **changes}).items() if value is not None}


def with_reasons(data: dict[str, Any]) -> dict[str, Any]:
    """Give every bonus and penalty a reason, as the exceptional ones need it, where the data says nothing of one."""
    given = [
        name.rsplit("_", 1)
        for name, value in data.items()
        if re.fullmatch(r"seat_\d+_(bonus|penalties)", name) and value
    ]
    reasons = {f"{seat}_bonus_reason" if item == "bonus" else f"{seat}_penalty_reason": REASON for seat, item in given}
    return {**reasons, **{name: value for name, value in data.items() if name not in reasons or value is not None}}


def shown(client: Client, address: str, **changes: Any) -> dict[str, Any]:
    """Return what a page's form sends when only the changes are typed."""
    response = client.get(address)
    form = response.context["adminform"].form if "adminform" in response.context else response.context["form"]
    data = {name: form[name].value() or None for name in form.fields} | changes
    return {name: value for name, value in with_reasons(data).items() if value is not None}
