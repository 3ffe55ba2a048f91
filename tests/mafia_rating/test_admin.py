"""The rating in the admin: games through the validator, and the President's decisions."""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.contrib.messages import get_messages
from django.test import Client

from clubsite.roles import JUDGE
from mafia_rating.models import Game, JudgeBonus, Penalty, Season
from tests.conftest import client_of
from tests.factories import make_game, make_user
from tests.pages import text_of

from .stored import settle
from .typed import shown, typed

pytestmark = pytest.mark.django_db

GAMES = "/admin/mafia_rating/game/"
BONUSES = "/admin/mafia_rating/judgebonus/"
PENALTIES = "/admin/mafia_rating/penalty/"
WAITING = f"{GAMES}waiting/"


@pytest.fixture
def game(season: Season, judge: User) -> Game:
    return make_game(by=judge, bonuses={4: "0.6", 6: "0.2"}, penalties=[(1, "discretionary")])


@pytest.fixture
def bonus(game: Game) -> JudgeBonus:
    return JudgeBonus.objects.pending().get()


@pytest.fixture
def penalty(game: Game) -> Penalty:
    return Penalty.objects.pending().get()


@pytest.fixture
def judge_staff(db: None) -> Client:
    """A judge who may open the admin."""
    return client_of(make_user("staff judge", JUDGE, staff=True))


def told(response: Any) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def points(season: Season) -> dict[str, str]:
    return {line.player: str(line.points) for line in season.table() if line.player in ("P1", "P4")}


# The President's decisions


def test_the_president_approves_and_the_table_moves(president_client: Client, season: Season, bonus: JudgeBonus):
    assert points(season) == {"P1": "0.00", "P4": "2.00"}
    response = president_client.post(f"{BONUSES}{bonus.pk}/approve/")
    assert (response.status_code, response.url, told(response)) == (302, WAITING, ["1 item: approved."])
    assert points(season) == {"P1": "0.00", "P4": "2.60"}
    bonus.refresh_from_db()
    assert (bonus.approval, bonus.decided_by.username) == ("approved", "president")
    assert [
        (entry.user.username, entry.object_repr, entry.get_change_message()) for entry in LogEntry.objects.all()
    ] == [("president", "+0.6", "approved")]


def test_the_president_changes_a_decision(president_client: Client, season: Season, bonus: JudgeBonus):
    president_client.post(f"{BONUSES}{bonus.pk}/approve/")
    president_client.post(f"{BONUSES}{bonus.pk}/reject/")
    assert points(season)["P4"] == "2.00"
    bonus.refresh_from_db()
    assert bonus.approval == "rejected"


def test_the_president_approves_a_penalty(president_client: Client, season: Season, penalty: Penalty):
    president_client.post(f"{PENALTIES}{penalty.pk}/approve/")
    assert points(season)["P1"] == "-1.00"


@pytest.mark.parametrize(("action", "done", "total"), [("approve", "approved", "2.60"), ("reject", "rejected", "2.00")])
def test_the_president_decides_on_several(
    president_client: Client, season: Season, bonus: JudgeBonus, action: str, done: str, total: str
):
    ordinary = JudgeBonus.objects.get(approval="not_needed")
    response = president_client.post(BONUSES, {"action": action, "_selected_action": [bonus.pk, ordinary.pk]})
    assert points(season)["P4"] == total
    assert sorted(told(response)) == [
        "+0.2: This needs no approval.",
        f"1 item: {done}.",
    ]


def test_the_button_leads_back_to_its_page(president_client: Client, bonus: JudgeBonus):
    list_page = f"{BONUSES}?approval__exact=pending"
    address = f"{BONUSES}{bonus.pk}/approve/"
    assert president_client.post(address, headers={"Referer": f"http://testserver{list_page}"}).url.endswith(list_page)
    assert president_client.post(address, headers={"Referer": "http://elsewhere.example/"}).url == WAITING


def test_what_waits_is_shown_with_its_buttons(president_client: Client, bonus: JudgeBonus, penalty: Penalty):
    response = president_client.get(WAITING)
    page = text_of(response)
    assert "P4 Judge's bonus: +0.6 Game Game 1, table 1, 2025-10-03" in page
    assert "P1 Penalty: at the judge's discretion Game Game 1, table 1, 2025-10-03" in page
    assert "Points 0.00 -1.00 Place 4 10" in page
    assert f'value="approve judgebonus-{bonus.pk}-pending"' in response.content.decode()
    assert "Waiting for the President: 2" in text_of(president_client.get("/admin/"))


def test_the_inbox_decides_in_the_admin(president_client: Client, season: Season, bonus: JudgeBonus, penalty: Penalty):
    keys = [f"judgebonus-{bonus.pk}-pending", f"penalty-{penalty.pk}-pending"]
    response = president_client.post(WAITING, {"decision": "approve", "item": keys, "note": "Both"})
    assert (response.status_code, response.url) == (302, WAITING)
    assert told(response) == ["Approved: P4 (+0.6), P1 (at the judge's discretion)."]
    assert points(season) == {"P1": "-1.00", "P4": "2.60"}
    assert sorted(entry.object_repr for entry in LogEntry.objects.all()) == ["+0.6", "at the judge's discretion"]


def test_a_judge_decides_nothing_in_the_admin(judge_staff: Client, season: Season, bonus: JudgeBonus):
    data = {"decision": f"approve judgebonus-{bonus.pk}-pending"}
    assert judge_staff.post(WAITING, data).status_code == 403
    assert points(season)["P4"] == "2.00"


def test_a_cancelled_game_s_items_do_not_wait(president_client: Client, judge: User, game: Game):
    game.cancel(judge, "played by guests")
    assert "Nothing waits for a decision." in text_of(president_client.get(WAITING))


def test_lists_and_pages_have_the_buttons(president_client: Client, bonus: JudgeBonus):
    for page in (f"{BONUSES}?approval__exact=pending", f"{BONUSES}{bonus.pk}/change/"):
        text = president_client.get(page).content.decode()
        assert f'formaction="{BONUSES}{bonus.pk}/reject/"' in text
        for forbidden in (" style=", " onclick=", "<style"):
            assert forbidden not in text


def test_search_knows_no_letter_case(president_client: Client, season: Season):
    make_game(players=["Ёлка", *(f"P{number}" for number in range(2, 11))], penalties=[(1, "discretionary")])
    assert len(president_client.get(f"{PENALTIES}?q=ЕЛКА").context["cl"].result_list) == 1
    assert len(president_client.get(f"{PENALTIES}?q=nobody").context["cl"].result_list) == 0
    assert len(president_client.get(f"{GAMES}?q=елк").context["cl"].result_list) == 1


def test_an_item_that_an_edit_has_replaced_is_told(
    president_client: Client, judge_client: Client, game: Game, bonus: JudgeBonus
):
    page = f"/mafia/games/{game.pk}/edit/"
    judge_client.post(page, shown(judge_client, page, seat_4_bonus="0.7"))
    response = president_client.post(f"{BONUSES}{bonus.pk}/approve/")
    assert told(response) == ["The protocol has changed since: look at it again."]
    assert JudgeBonus.objects.get(seat__number=4).approval == "pending"


def test_a_closed_season_is_told(president_client: Client, admin_user: User, season: Season, bonus: JudgeBonus):
    settle(admin_user)
    season.close(admin_user)
    response = president_client.post(f"{BONUSES}{bonus.pk}/approve/")
    assert told(response) == [
        "+0.6: The season Season 2025-26 is closed: its games cannot be changed until an admin reopens it."
    ]
    assert points(season)["P4"] == "2.00"
    assert "formaction" not in president_client.get(BONUSES).content.decode()


@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_only_the_president_decides(
    judge_staff: Client, outsider_client: Client, client: Client, bonus: JudgeBonus, verb: str
):
    address = f"{BONUSES}{bonus.pk}/{verb}/"
    assert judge_staff.post(address).status_code == 403
    for visitor in (outsider_client, client):
        assert visitor.post(address).url.startswith("/admin/login/")
    bonus.refresh_from_db()
    assert bonus.approval == "pending"


def test_a_member_of_the_admins_may_decide(admin_client: Client, season: Season, bonus: JudgeBonus):
    admin_client.post(f"{BONUSES}{bonus.pk}/approve/")
    assert points(season)["P4"] == "2.60"


def test_a_decision_is_a_post(president_client: Client, bonus: JudgeBonus):
    assert president_client.get(f"{BONUSES}{bonus.pk}/approve/").status_code == 405
    bonus.refresh_from_db()
    assert bonus.approval == "pending"


def test_a_decision_needs_its_token(president: User, bonus: JudgeBonus):
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(president)
    assert careful.post(f"{BONUSES}{bonus.pk}/approve/").status_code == 403


def test_a_judge_at_the_admin_sees_no_decisions(judge_staff: Client, bonus: JudgeBonus):
    assert judge_staff.get(WAITING).status_code == 403
    assert judge_staff.get(BONUSES).status_code == 403
    assert judge_staff.post(BONUSES, {"action": "approve", "_selected_action": [bonus.pk]}).status_code == 403
    assert "Waiting for the President" not in text_of(judge_staff.get("/admin/"))


def test_somebody_who_may_only_look_gets_no_buttons(bonus: JudgeBonus):
    user = make_user("viewer", staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_judgebonus"))
    viewer = client_of(user)
    page = viewer.get(BONUSES).content.decode()
    assert "formaction" not in page
    assert 'value="approve"' not in page
    viewer.post(BONUSES, {"action": "approve", "_selected_action": [bonus.pk]})
    assert viewer.post(f"{BONUSES}{bonus.pk}/approve/").status_code == 403
    bonus.refresh_from_db()
    assert bonus.approval == "pending"


@pytest.mark.parametrize("address", [BONUSES, PENALTIES, "/admin/mafia_rating/seat/", "/admin/mafia_rating/bestmove/"])
def test_rows_of_a_protocol_are_not_edited_one_by_one(admin_client: Client, game: Game, address: str):
    assert admin_client.get(address).status_code == 200
    assert admin_client.get(f"{address}add/").status_code == 403


def test_the_approval_is_not_writable(admin_client: Client, bonus: JudgeBonus):
    page = f"{BONUSES}{bonus.pk}/change/"
    assert 'name="approval"' not in admin_client.get(page).content.decode()
    assert admin_client.post(page, {"approval": "approved"}).status_code == 403


# Games


def test_the_admin_enters_a_game(judge_staff: Client, season: Season):
    response = judge_staff.post(f"{GAMES}add/", typed(seat_4_bonus="0,3"))
    assert (response.status_code, response.url) == (302, GAMES)
    game = Game.objects.get()
    assert (game.version, game.entered_by.username) == (1, "staff judge")
    assert game.seats.get(number=4).total == Decimal("2.30")


def test_an_edit_in_the_admin_scores_again(judge_staff: Client, season: Season, game: Game):
    page = f"{GAMES}{game.pk}/change/"
    data = shown(judge_staff, page, seat_1_player="P4", seat_4_player="P1", seat_6_bonus="0,3", seat_1_penalties=[])
    assert judge_staff.post(page, data).status_code == 302
    assert points(season) == {"P1": "2.00", "P4": "0.00"}
    assert game.seats.get(number=6).total == Decimal("2.30")
    assert Game.objects.get().version == 2
    assert "Seat 6: bonus" in LogEntry.objects.get().get_change_message()


def test_the_admin_passes_the_same_validator(judge_staff: Client, game: Game):
    page = f"{GAMES}{game.pk}/change/"
    response = judge_staff.post(page, shown(judge_staff, page, seat_5_bonus="0.5", seat_2_player="Nobody"))
    text = text_of(response)
    assert "A player of the losing team gets at most 0.4 (rule 4)." in text
    assert "There is no player “Nobody”." in text
    assert Game.objects.get().version == 1


def test_a_stale_edit_in_the_admin_is_refused(judge_staff: Client, game: Game):
    page = f"{GAMES}{game.pk}/change/"
    mine = shown(judge_staff, page, number=5)
    judge_staff.post(page, shown(judge_staff, page, number=4))
    response = judge_staff.post(page, mine)
    assert "Somebody else has changed this since you opened it." in text_of(response)
    assert Game.objects.get().number == 4


def test_a_form_sent_twice_in_the_admin_records_one_game(judge_staff: Client, season: Season):
    data = typed()
    judge_staff.post(f"{GAMES}add/", data)
    judge_staff.post(f"{GAMES}add/", data)
    again = judge_staff.post(f"{GAMES}add/", {**data, "number": 2})
    assert again.status_code == 302
    assert Game.objects.count() == 1


def test_the_president_only_reads_games(president_client: Client, game: Game):
    page = f"{GAMES}{game.pk}/change/"
    text = text_of(president_client.get(page))
    assert "View game" in text
    assert "P10" in text
    assert president_client.post(page, typed(version=1)).status_code == 403
    assert president_client.get(f"{GAMES}add/").status_code == 403


def test_games_are_cancelled_and_reinstated(judge_staff: Client, season: Season, game: Game):
    judge_staff.post(GAMES, {"action": "cancel", "_selected_action": [game.pk]})
    assert season.sums() == []
    judge_staff.post(GAMES, {"action": "reinstate", "_selected_action": [game.pk]})
    assert len(season.sums()) == 10


def test_a_judge_deletes_no_game(judge_staff: Client, game: Game):
    assert judge_staff.post(f"{GAMES}{game.pk}/delete/", {"post": "yes"}).status_code == 403
    judge_staff.post(GAMES, {"action": "delete_selected", "_selected_action": [game.pk], "post": "yes"})
    assert Game.objects.count() == 1


@pytest.mark.parametrize("several", [False, True])
def test_an_admin_deletes_a_game_of_an_open_season_only(
    admin_client: Client, admin_user: User, season: Season, game: Game, several: bool
):
    address = GAMES if several else f"{GAMES}{game.pk}/delete/"
    data = {"post": "yes", **({"action": "delete_selected", "_selected_action": [game.pk]} if several else {})}
    settle(admin_user)
    season.close(admin_user)
    assert "cannot be deleted" in text_of(admin_client.post(address, data))
    assert Game.objects.count() == 1
    season.reopen(admin_user)
    assert admin_client.post(address, data).status_code == 302
    assert Game.objects.count() == 0
