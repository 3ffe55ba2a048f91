"""The President's inbox on the site: what it says of an item, and deciding on one or many."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from mafia_rating import rating, scoring
from mafia_rating.approvals import bonus_limits, effects
from mafia_rating.models import Game, JudgeBonus, Penalty, Season
from tests.conftest import client_of
from tests.factories import make_game, make_season, make_user
from tests.pages import text_of

from .stored import settle

INBOX = "/desk/approvals/"
OTHERS = [f"Q{number}" for number in range(1, 11)]


# What an approval does, without a database


def line(player: int, points: str, wins: int = 1) -> rating.Sums:
    nothing = Decimal("0.00")
    return rating.Sums(player, f"P{player}", 2, wins, 0, nothing, nothing, nothing, Decimal(points))


def standing(line: rating.Line) -> tuple:
    return line.place, str(line.points), str(line.bonus), str(line.penalty)


def test_an_approval_moves_the_player_s_line():
    sums = [line(1, "2.50"), line(2, "2.40"), line(3, "2.00")]
    moves = effects(
        sums,
        {
            "bonus": (3, scoring.BonusEntry(4, Decimal("0.6"), scoring.PENDING)),
            "penalty": (1, scoring.PenaltyEntry(1, "discretionary", scoring.PENDING)),
        },
    )
    assert standing(moves["bonus"].now) == (3, "2.00", "0.00", "0.00")
    assert standing(moves["bonus"].after) == (1, "2.60", "0.60", "0.00")
    assert standing(moves["penalty"].now) == (1, "2.50", "0.00", "0.00")
    assert standing(moves["penalty"].after) == (3, "1.50", "0.00", "-1.00")


def test_an_approval_can_lead_to_a_shared_place():
    moves = effects([line(1, "2.60"), line(2, "2.00")], {1: (2, scoring.BonusEntry(1, Decimal("0.6")))})
    assert moves[1].after.place == 1


def test_the_limits_count_what_waits():
    limits = bonus_limits([Decimal("0.6"), Decimal("0.3")])
    assert (limits.total, limits.players) == (Decimal("0.9"), 2)
    assert (limits.winner, limits.most_total, limits.most_players) == (Decimal("0.7"), Decimal("1.0"), 3)


# The page


@pytest.fixture
def season(db: None) -> Season:
    return make_season()


@pytest.fixture
def game(season: Season, judge: User) -> Game:
    return make_game(by=judge, bonuses={4: "0.6", 6: "0.3"}, penalties=[(1, "discretionary")])


@pytest.fixture
def bonus(game: Game) -> JudgeBonus:
    JudgeBonus.objects.filter(points="0.6").update(reason="Read the table")
    return JudgeBonus.objects.pending().get()


@pytest.fixture
def penalty(game: Game) -> Penalty:
    return Penalty.objects.pending().get()


def key(item: JudgeBonus | Penalty, seen: str = "pending") -> str:
    return f"{item._meta.model_name}-{item.pk}-{seen}"


def told(response: Any) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def points(season: Season) -> dict[str, str]:
    return {line.player: str(line.points) for line in season.table() if line.player in ("P1", "P4")}


def approvals() -> list[str]:
    return [item.approval for model in (JudgeBonus, Penalty) for item in model.objects.exclude(approval="not_needed")]


def test_everything_about_an_item_is_shown(president_client: Client, bonus: JudgeBonus, game: Game):
    response = president_client.get(INBOX)
    text = text_of(response)
    assert "P4 Judge's bonus: +0.6 Game Game 1, table 1, 2025-10-03 , black win; seat 4, mafia" in text
    assert "Judge J1: Read the table Entered by judge" in text
    assert (
        "A winner gets at most 0.7. The bonuses of this game add up to 0.9 of 1.0, for 2 of 3 players (rule 4)" in text
    )
    # P6, the don, has 2.30: the approval leads past it.
    assert "Now If approved Points 2.00 2.60 Place 2 1" in text
    assert "Points 0.00 -1.00 Place 4 10" in text
    assert f'href="{game.get_absolute_url()}"' in response.content.decode()


def test_a_decision_moves_the_table(
    president_client: Client, president: User, season: Season, bonus: JudgeBonus, penalty: Penalty
):
    response = president_client.post(INBOX, {"decision": f"approve {key(bonus)}", "note": " Well played "})
    assert (response.status_code, response.url, told(response)) == (302, INBOX, ["Approved: P4 (+0.6)."])
    assert points(season) == {"P1": "0.00", "P4": "2.60"}
    bonus.refresh_from_db()
    assert (bonus.approval, bonus.decided_by, bonus.decision_note) == ("approved", president, "Well played")
    assert Game.objects.get().history.first().history_change_reason == "Well played"
    text = text_of(president_client.get(INBOX))
    assert "approved P4 Judge's bonus: +0.6" in text
    assert "decided by president" in text
    assert "Note: Well played" in text


@pytest.mark.parametrize(
    ("decision", "table", "sentence"),
    [
        ("approve", {"P1": "-1.00", "P4": "2.60"}, "Approved: P4 (+0.6), P1 (at the judge's discretion)."),
        ("reject", {"P1": "0.00", "P4": "2.00"}, "Rejected: P4 (+0.6), P1 (at the judge's discretion)."),
    ],
)
def test_several_at_once(
    president_client: Client,
    season: Season,
    bonus: JudgeBonus,
    penalty: Penalty,
    decision: str,
    table: dict,
    sentence: str,
):
    response = president_client.post(INBOX, {"decision": decision, "item": [key(bonus), key(penalty)], "note": "No"})
    assert told(response) == [sentence]
    assert points(season) == table
    assert {item.decision_note for item in (JudgeBonus.objects.get(pk=bonus.pk), Penalty.objects.get())} == {"No"}


def test_a_button_of_an_item_leaves_what_is_ticked_alone(president_client: Client, bonus: JudgeBonus, penalty: Penalty):
    president_client.post(INBOX, {"decision": f"reject {key(bonus)}", "item": [key(penalty)]})
    assert approvals() == ["rejected", "pending"]


def test_a_decision_is_undone_by_deciding_otherwise(president_client: Client, season: Season, bonus: JudgeBonus):
    president_client.post(INBOX, {"decision": f"approve {key(bonus)}"})
    assert f'value="reject {key(bonus, "approved")}"' in president_client.get(INBOX).content.decode()
    president_client.post(INBOX, {"decision": f"reject {key(bonus, 'approved')}"})
    assert points(season)["P4"] == "2.00"


def test_a_double_click_decides_once(president_client: Client, bonus: JudgeBonus):
    data = {"decision": f"approve {key(bonus)}"}
    president_client.post(INBOX, data)
    versions = Game.objects.get().history.count()
    response = president_client.post(INBOX, data)
    assert told(response)[-1] == "Approved before: P4 (+0.6)."
    assert Game.objects.get().history.count() == versions


def test_what_somebody_decided_meanwhile_is_left_out_and_the_rest_decided(
    president_client: Client, admin_user: User, bonus: JudgeBonus, penalty: Penalty
):
    bonus.reject(admin_user)
    response = president_client.post(INBOX, {"decision": "approve", "item": [key(bonus), key(penalty)]})
    assert told(response) == [
        "Approved: P1 (at the judge's discretion).",
        "Left out: P4 (+0.6): somebody has decided meanwhile (rejected).",
    ]
    assert approvals() == ["rejected", "approved"]


def test_what_an_edit_replaced_is_left_out(president_client: Client, judge: User, bonus: JudgeBonus, game: Game):
    other = make_game(number=2, by=judge, penalties=[(1, "discretionary")])
    penalty = Penalty.objects.get(seat__game=other)
    game.number = 5
    game.record(game.protocol(), judge)
    response = president_client.post(INBOX, {"decision": "approve", "item": [key(bonus), key(penalty)]})
    assert told(response) == [
        "Approved: P1 (at the judge's discretion).",
        "Left out: The protocol has changed since: look at it again.",
    ]
    assert JudgeBonus.objects.pending().count() == 1


def test_a_closed_season_stays_as_it_is(
    president_client: Client, admin_user: User, season: Season, bonus: JudgeBonus, penalty: Penalty
):
    settle(admin_user)
    season.close(admin_user)
    page = president_client.get(INBOX)
    assert "Season 2025-26 is closed" in text_of(page)
    assert "Approve instead" not in text_of(page)
    keys = [key(item, "rejected") for item in (bonus, penalty)]
    response = president_client.post(INBOX, {"decision": "approve", "item": keys})
    assert [sentence[:40] for sentence in told(response)] == [
        "Left out: P4 (+0.6): The season Season 2",
        "Left out: P1 (at the judge's discretion)",
    ]
    assert approvals() == ["rejected", "rejected"]


def test_too_long_a_note_is_told_and_everything_kept(president_client: Client, bonus: JudgeBonus, penalty: Penalty):
    note = "n" * 201
    response = president_client.post(INBOX, {"decision": "approve", "item": [key(bonus)], "note": note})
    page = response.content.decode()
    assert "Ensure this value has at most 200 characters (it has 201)." in text_of(response)
    assert note in page
    assert f'value="{key(bonus)}" id="item-{key(bonus)}" checked' in page
    assert f'value="{key(penalty)}" id="item-{key(penalty)}">' in page
    assert approvals() == ["pending", "pending"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "This form came back damaged: open the page again."),
        ({"decision": "shred"}, "This form came back damaged: open the page again."),
        ({"decision": "approve"}, "Tick at least one item first."),
        ({"decision": "approve", "item": ["player-1-pending"]}, "This form came back damaged: open the page again."),
        ({"decision": "reject judgebonus-x-pending"}, "This form came back damaged: open the page again."),
        ({"decision": "reject", "item": ["judgebonus-" + "9" * 30 + "-pending"]}, "This form came back damaged"),
        ({"decision": "approve", "item": ["\x00"], "note": "n" * 201}, "This form came back damaged"),
    ],
)
def test_a_damaged_form_changes_nothing(president_client: Client, bonus: JudgeBonus, data: dict, sentence: str):
    response = president_client.post(INBOX, data)
    assert response.status_code == 200
    assert sentence in text_of(response)
    assert approvals() == ["pending", "pending"]


def test_an_item_that_never_was(president_client: Client, bonus: JudgeBonus):
    response = president_client.post(INBOX, {"decision": "approve judgebonus-999999999999999999-pending"})
    assert told(response) == ["Left out: The protocol has changed since: look at it again."]


def test_an_ordinary_item_needs_no_decision(president_client: Client, game: Game):
    ordinary = JudgeBonus.objects.get(approval="not_needed")
    response = president_client.post(INBOX, {"decision": f"approve {key(ordinary, 'not_needed')}"})
    assert told(response) == ["Left out: P6 (+0.3): This needs no approval."]


def test_nothing_waits(president_client: Client, judge: User, game: Game):
    game.cancel(judge, "guests")
    text = text_of(president_client.get(INBOX))
    assert "Nothing waits for a decision." in text
    assert "Approve" not in text


# Who may


def test_an_admin_decides_too(admin_client: Client, season: Season, bonus: JudgeBonus):
    admin_client.post(INBOX, {"decision": f"approve {key(bonus)}"})
    assert points(season)["P4"] == "2.60"


@pytest.mark.parametrize("who", ["judge_client", "organiser_client", "outsider_client"])
def test_others_may_neither_look_nor_decide(request: pytest.FixtureRequest, bonus: JudgeBonus, who: str):
    client = request.getfixturevalue(who)
    assert client.get(INBOX).status_code == 403
    assert client.post(INBOX, {"decision": f"approve {key(bonus)}"}).status_code == 403
    assert approvals() == ["pending", "pending"]


def test_a_visitor_logs_in_first(client: Client, bonus: JudgeBonus):
    for response in (client.get(INBOX), client.post(INBOX, {"decision": f"approve {key(bonus)}"})):
        assert (response.status_code, response.url) == (302, f"/accounts/login/?next={INBOX}")
    assert approvals() == ["pending", "pending"]


def test_wrong_methods_and_no_token(president: User, president_client: Client, bonus: JudgeBonus):
    assert president_client.put(INBOX).status_code == 405
    assert president_client.delete(INBOX).status_code == 405
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(president)
    assert careful.post(INBOX, {"decision": f"approve {key(bonus)}"}).status_code == 403
    president_client.get(INBOX, {"decision": f"approve {key(bonus)}"})
    assert approvals() == ["pending", "pending"]


# The menu


def test_the_menu_counts_for_whoever_may_decide(president_client: Client, judge_client: Client, bonus: JudgeBonus):
    assert "Decisions 2 waiting" in text_of(president_client.get("/players/"))
    assert INBOX not in judge_client.get("/players/").content.decode()
    bonus.approve(User.objects.get(username="president"))
    assert "Decisions 1 waiting" in text_of(president_client.get("/players/"))


def queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def test_the_count_costs_nobody_else_a_query(client: Client, judge_client: Client, bonus: JudgeBonus):
    for visitor in (client, judge_client):
        with CaptureQueriesContext(connection) as captured:
            visitor.get("/players/")
        assert not [query for query in captured if "judgebonus" in query["sql"]]


def test_the_inbox_takes_as_many_queries_however_full(season: Season, game: Game):
    make_season("2024-25", "2024-09-01", "2025-08-31")
    president = make_user("chief", "President", staff=True)
    client = client_of(president)
    small = queries(lambda: client.get(INBOX))
    for number in range(2, 9):
        make_game(number=number, players=OTHERS, bonuses={4: "0.6"}, penalties=[(1, "discretionary")])
        make_game("2025-05-05", number=number, players=OTHERS, bonuses={6: "0.7"})
    JudgeBonus.objects.pending().first().approve(president)
    assert client.get(INBOX).context["waiting"][-1].item.seat.game.number == 8
    assert queries(lambda: client.get(INBOX)) == small <= 10
