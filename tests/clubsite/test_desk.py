"""The judge's desk: what is open, what was played tonight, what waits, what was changed last."""

import datetime
import uuid
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubsite.models import Draft
from mafia_rating.models import JudgeBonus, Penalty
from tests.conftest import client_of
from tests.factories import (
    make_board,
    make_game,
    make_player,
    make_protocol,
    make_round,
    make_season,
    make_tournament,
    make_user,
)
from tests.pages import text_of

pytestmark = pytest.mark.django_db

DESK = "/desk/"
MOSCOW = ZoneInfo("Europe/Moscow")


@pytest.fixture(autouse=True)
def season() -> None:
    make_season()


@pytest.fixture(autouse=True)
def evening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be Friday the 3rd of October 2025, half past nine in the evening."""
    set_clock(monkeypatch, "2025-10-03 21:30")


def set_clock(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    now = datetime.datetime.fromisoformat(text).replace(tzinfo=MOSCOW)
    monkeypatch.setattr(timezone, "now", lambda: now)


def part(response: HttpResponse, heading: str) -> str:
    """Return what the page says below one of its headings."""
    headings = ("My drafts", "Waits for", "Decided lately", "Tonight's games", "What I changed last", "Tested on")
    text = text_of(response).partition("The evening of")[2]
    below = text.partition(heading)[2]
    ends = [below.index(other) for other in headings if other in below]
    return below[: min(ends, default=len(below))].strip()


def make_draft(owner: User, title: str = "New game", path: str = "/mafia/games/new/") -> Draft:
    return Draft.objects.create(key=uuid.uuid4(), owner=owner, path=path, title=title, data="table=1")


# Who has a desk


def test_who_has_a_desk(request: pytest.FixtureRequest, client: Client):
    for who in ("judge_client", "organiser_client", "president_client", "admin_client"):
        response = request.getfixturevalue(who).get(DESK)
        assert response.status_code == 200
        assert 'href="/desk/"' in response.content.decode()
    outsider = request.getfixturevalue("outsider_client")
    assert outsider.get(DESK).status_code == 403
    assert 'href="/desk/"' not in outsider.get("/").content.decode()
    assert client.get(DESK).url == "/accounts/login/?next=/desk/"
    assert 'href="/desk/"' not in client.get("/").content.decode()


def test_other_methods_are_refused(judge_client: Client):
    assert judge_client.post(DESK).status_code == 405
    assert judge_client.delete(DESK).status_code == 405


def test_an_empty_desk(judge_client: Client):
    response = judge_client.get(DESK)
    assert "The evening of Friday, 3 October" in text_of(response)
    assert part(response, "My drafts") == "Nothing is half typed. A form saves itself here while you fill it in."
    assert part(response, "Waits for the President") == "Nothing waits."
    assert part(response, "Tonight's games") == "No game of this evening is recorded yet."
    assert "You have changed nothing yet." in text_of(response)
    assert "Next game, same ten" not in text_of(response)


# What to start with


def test_new_game_and_the_boards_of_the_running_tournaments(judge_client: Client):
    for slug, start, end in (
        ("past", "2025-09-01", "2025-10-02"),
        ("running", "2025-09-01", "2025-10-03"),
        ("starting", "2025-10-03", "2025-10-05"),
        ("future", "2025-10-04", "2025-10-05"),
    ):
        make_tournament(slug, starts_on=datetime.date.fromisoformat(start), ends_on=datetime.date.fromisoformat(end))
    response = judge_client.get(DESK)
    page = response.content.decode()
    assert 'href="/mafia/games/new/"' in page
    assert [tournament.slug for tournament in response.context["tournaments"]] == ["starting", "running"]
    assert 'href="/tournaments/starting/boards/new/"' in page


def test_between_tournaments_the_last_one_takes_boards(judge_client: Client):
    for slug, year in (("old", 2023), ("last", 2024)):
        make_tournament(slug, starts_on=datetime.date(year, 1, 1), ends_on=datetime.date(year, 1, 2))
    assert [tournament.slug for tournament in judge_client.get(DESK).context["tournaments"]] == ["last"]


def test_the_next_game_follows_the_last_one_entered(judge_client: Client):
    make_game(number=1)
    last = make_game(table=2, number=1)
    page = judge_client.get(DESK).content.decode()
    assert f'href="/mafia/games/new/?after={last.pk}&amp;seats=kept"' in page
    assert "After game 1 at table 2" in page


def test_the_president_enters_nothing(president: User, president_client: Client):
    make_tournament()
    make_game()
    make_draft(president)
    text = text_of(president_client.get(DESK))
    for words in ("New game", "New board", "My drafts", "same ten"):
        assert words not in text


# Drafts


def test_my_drafts_are_gone_on_with_or_thrown_away(judge: User, judge_client: Client, organiser: User):
    draft = make_draft(judge, "Edit: <Game 1>")
    make_draft(organiser, "Somebody else's")
    closed = make_draft(judge, "Recorded")
    Draft.objects.close(judge, closed.key)
    response = judge_client.get(DESK)
    assert part(response, "My drafts").startswith("Edit: <Game 1> saved 3 Oct, 21:30 Continue")
    assert "Somebody else's" not in text_of(response)
    assert "Recorded" not in text_of(response)
    assert f'href="/mafia/games/new/?draft={draft.key}"' in response.content.decode()
    response = judge_client.post(f"/desk/drafts/{draft.key}/discard/", {"next": DESK}, follow=True)
    assert response.redirect_chain == [(DESK, 302)]
    assert "Nothing is half typed." in text_of(response)


# Tonight


@pytest.mark.parametrize(
    ("now", "played"),
    [
        ("2025-10-03 18:00", "2025-10-03"),
        ("2025-10-04 00:30", "2025-10-03"),
        ("2025-10-04 05:59", "2025-10-03"),
        ("2025-10-04 06:00", "2025-10-04"),
    ],
)
def test_an_evening_that_runs_past_midnight_is_yesterday_s(
    judge_client: Client, monkeypatch: pytest.MonkeyPatch, now: str, played: str
):
    for date in ("2025-10-02", "2025-10-03", "2025-10-04"):
        make_game(date)
    set_clock(monkeypatch, now)
    assert [str(game.played_on) for game in judge_client.get(DESK).context["tonight"]] == [played]


def test_tonight_s_games(judge_client: Client, judge: User):
    make_game(table=2, number=1, result="draw", judge="Host")
    make_game(number=2, result="red_win")
    make_game(number=1).cancel(judge, "played by guests")
    assert part(judge_client.get(DESK), "Tonight's games") == (
        "Table 1, game 1 judge J1 cancelled Table 1, game 2 judge J1 Red win Table 2, game 1 judge Host Draw"
    )


# The President


def test_what_waits_and_what_was_decided_of_the_games_i_entered_or_judged(
    judge: User, judge_client: Client, president: User, monkeypatch: pytest.MonkeyPatch
):
    make_player("Me", user=judge)
    make_game(number=1, by=judge, bonuses={4: "0.6"})
    make_game(number=2, judge="Me", penalties=[(1, "discretionary")])
    make_game(number=3, bonuses={6: "0.7"})
    make_game(number=4, by=judge, bonuses={8: "0.7"}, penalties=[(2, "discretionary")])
    JudgeBonus.objects.get(seat__game__number=4).approve(president, "a <fine> game")
    set_clock(monkeypatch, "2025-10-03 21:31")
    Penalty.objects.get(seat__game__number=4).reject(president)
    response = judge_client.get(DESK)
    assert part(response, "Waits for the President") == (
        "2 3 Oct 2025, table 1, game 1 seat 4, P4: +0.6 waits "
        "3 Oct 2025, table 1, game 2 seat 1, P1: -1.00, at the judge's discretion waits"
    )
    assert part(response, "Decided lately") == (
        "3 Oct 2025, table 1, game 4 seat 2, P2: -1.00, at the judge's discretion rejected by president "
        "3 Oct 2025, table 1, game 4 seat 8, P8: +0.7 a <fine> game approved by president"
    )


def test_old_decisions_and_cancelled_games_leave_the_desk(
    judge: User, judge_client: Client, president: User, monkeypatch: pytest.MonkeyPatch
):
    make_game(number=1, by=judge, bonuses={4: "0.6"})
    make_game(number=2, by=judge, bonuses={6: "0.7"}).cancel(judge, "played by guests")
    JudgeBonus.objects.get(seat__game__number=1).approve(president)
    response = judge_client.get(DESK)
    assert part(response, "Waits for the President") == "Nothing waits."
    assert "approved by president" in part(response, "Decided lately")
    set_clock(monkeypatch, "2025-10-17 21:31")
    assert "Decided lately" not in text_of(judge_client.get(DESK))


def test_the_president_sees_all_that_waits(judge: User, president_client: Client):
    for number in range(1, 11):
        make_game(number=number, by=judge if number % 2 else None, bonuses={4: "0.6"})
    response = president_client.get(DESK)
    assert part(response, "Waits for your decision").startswith("10 3 Oct 2025, table 1, game 1 ")
    assert part(response, "Waits for your decision").count("waits") == 8
    assert 'href="/desk/approvals/">Decide</a>' in response.content.decode()


# What I changed last


def test_what_i_changed_last(judge: User, judge_client: Client, organiser: User, monkeypatch: pytest.MonkeyPatch):
    first = make_game("2025-09-05", by=judge)
    make_game("2025-09-06", by=organiser)
    set_clock(monkeypatch, "2025-10-03 21:31")
    make_board(make_round(2), "7", by=judge)
    set_clock(monkeypatch, "2025-10-03 21:32")
    make_game("2025-09-07", by=judge)
    set_clock(monkeypatch, "2025-10-03 21:33")
    first.record(make_protocol("draw"), judge)
    response = judge_client.get(DESK)
    assert [
        (type(thing).__name__, f"{thing.edited_at.astimezone(MOSCOW):%H:%M}") for thing in response.context["edited"]
    ] == [
        ("Game", "21:33"),
        ("Game", "21:32"),
        ("Board", "21:31"),
    ]
    text = text_of(response).partition("What I changed last")[2]
    assert text.startswith(
        " 5 Sep 2025, table 1, game 1 3 Oct, 21:33 History : Game 1, table 1, 2025-09-05 "
        "7 Sep 2025, table 1, game 1 3 Oct, 21:32 History : Game 1, table 1, 2025-09-07 "
        "Round 2, Table 7 Tournament cup, 3 Oct, 21:31 History : Table 7"
    )
    assert "6 Sep 2025" not in text


def test_only_the_latest_changes_are_listed(judge: User, judge_client: Client, monkeypatch: pytest.MonkeyPatch):
    for number in range(1, 13):
        set_clock(monkeypatch, f"2025-10-03 22:{number:02}")
        make_game("2025-09-05", number=number, by=judge)
    edited = judge_client.get(DESK).context["edited"]
    assert [thing.number for thing in edited] == [12, 11, 10, 9, 8, 7, 6, 5]


# Queries


@pytest.mark.parametrize("role", ["Judge", "Organiser", "President", "Admin"])
def test_queries_of_the_desk(judge: User, president: User, role: str):
    someone = make_user("someone", role)
    make_player("Someone", user=someone)
    make_tournament("now", ends_on=datetime.date(2025, 12, 31))

    def fill(start: int) -> None:
        for number in range(start, start + 5):
            make_draft(someone)
            game = make_game(
                number=number, judge="Someone", by=judge, bonuses={4: "0.6"}, penalties=[(1, "discretionary")]
            )
            type(game).history.filter(id=game.pk).update(history_user=someone)
            board = make_board(make_round(number, tournament=None if number == 1 else make_tournament(f"t{number}")))
            type(board).history.filter(id=board.pk).update(history_user=someone)
            Penalty.objects.get(seat__game=game).reject(president)

    def queries() -> int:
        client = client_of(someone)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(DESK).status_code == 200
        return len(captured)

    fill(1)
    small = queries()
    fill(6)
    assert queries() == small <= 10
