"""Drafts of the entry forms: saved while somebody types, taken up on any device, thrown away; they count nowhere."""

import datetime
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django.utils.timezone import localtime

from clubsite.models import CLOSED_DRAFTS_STAY, Draft
from clubsite.roles import JUDGE
from mafia_rating.models import Game
from tests.conftest import client_of
from tests.factories import make_board, make_game, make_player, make_round, make_season, make_user
from tests.mafia_rating.typed import typed
from tests.pages import text_of
from tests.tournaments.posts import board_post
from tournaments.models import Board

pytestmark = pytest.mark.django_db

NEW = "/mafia/games/new/"
KEY = uuid.UUID("00000000-0000-4000-8000-000000000001")


def save(client: Client, key: uuid.UUID = KEY, path: str = NEW, revision: object = 0, **fields: Any) -> HttpResponse:
    """Send what the page's script sends."""
    data = {"draft": str(key), **fields, "draft_path": path, "draft_revision": revision}
    return client.post(f"/desk/drafts/{key}/", data)


def discard(client: Client, key: uuid.UUID = KEY, **fields: str) -> HttpResponse:
    return client.post(f"/desk/drafts/{key}/discard/", fields)


def told(response: HttpResponse) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


@pytest.fixture
def season(db: None) -> None:
    make_season()


@pytest.fixture
def pages(season: None) -> dict[str, str]:
    """The address of each entry form."""
    board = make_board()
    return {
        "new game": NEW,
        "edit game": f"{make_game().get_absolute_url()}edit/",
        "new board": f"{board.round.tournament.get_absolute_url()}boards/new/",
        "edit board": f"{board.get_absolute_url()}edit/",
    }


# Saving


def test_what_is_typed_is_kept(judge_client: Client, judge: User):
    response = save(judge_client, seat_1_player="Лис", seat_1_penalties=["broke_on_ten", "false_check"])
    draft = Draft.objects.get()
    assert response.json() == {"revision": 1, "text": f"Draft saved {localtime(draft.saved_at):%H:%M:%S}"}
    assert (draft.owner, draft.path, draft.title, draft.revision) == (judge, NEW, "New game", 1)
    assert dict(draft.typed.lists()) == {
        "draft": [str(KEY)],
        "seat_1_player": ["Лис"],
        "seat_1_penalties": ["broke_on_ten", "false_check"],
    }
    assert save(judge_client, revision=1, seat_1_player="Ёж").json()["revision"] == 2
    assert Draft.objects.get().typed["seat_1_player"] == "Ёж"


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("new game", "New game"),
        ("edit game", "Edit: Game 1, table 1, 2025-10-03"),
        ("new board", "New board: Tournament cup"),
        ("edit board", "Edit: Table 1"),
    ],
)
def test_every_entry_form_has_drafts(judge_client: Client, pages: dict[str, str], page: str, title: str):
    assert save(judge_client, path=pages[page]).status_code == 200
    assert Draft.objects.get().title == title


@pytest.mark.parametrize("page", ["new game", "edit game", "new board", "edit board"])
def test_every_page_says_where_its_draft_is_saved(judge_client: Client, pages: dict[str, str], page: str):
    response = judge_client.get(pages[page])
    key = response.context["form"]["draft"].value()
    content = response.content.decode()
    assert f'data-url="/desk/drafts/{key}/"' in content
    assert f'name="draft" value="{key}"' in content
    assert 'id="entry-form"' in content


def test_a_save_sent_twice_is_one_revision(judge_client: Client):
    save(judge_client, judge="J1")
    assert save(judge_client, judge="J1").json()["revision"] == 1


def test_a_save_on_an_older_revision_is_refused_with_what_is_newer(judge_client: Client):
    save(judge_client, judge="J1")
    save(judge_client, revision=1, judge="J2")
    response = save(judge_client, revision=1, judge="J3")
    assert response.status_code == 409
    answer = response.json()
    assert (answer["revision"], answer["data"]) == (2, f"draft={KEY}&judge=J2")
    assert answer["text"].startswith("Saved on another device at ")
    assert Draft.objects.get().typed["judge"] == "J2"


@pytest.mark.parametrize("end", [discard, lambda client: Draft.objects.close(User.objects.get(), KEY)])
@pytest.mark.parametrize("saved_before", [True, False])
def test_an_ended_draft_is_not_brought_back_by_a_late_save(judge_client: Client, end: Callable, saved_before: bool):
    if saved_before:
        save(judge_client, judge="J1")
    end(judge_client)
    response = save(judge_client, revision=1, judge="J2")
    assert response.json() == {"ended": True, "text": "This was recorded or thrown away in another place."}
    assert (Draft.objects.get().data, Draft.objects.get().closed_at is None) == ("", False)


def test_a_draft_of_another_form_keeps_its_form(judge_client: Client, pages: dict[str, str]):
    save(judge_client, judge="J1")
    assert save(judge_client, path=pages["edit game"], revision=1, judge="J2").status_code == 404
    assert Draft.objects.get().typed["judge"] == "J1"


def test_junk_is_kept_as_it_is(judge_client: Client, judge: User):
    junk = "\x00\ud7ff<b>&=;%zz+ \U0001f98a"
    save(judge_client, seat_1_player=junk)
    assert Draft.objects.get().typed["seat_1_player"] == junk
    page = judge_client.get(f"{NEW}?draft={KEY}")
    assert page.status_code == 200
    assert page.context["form"]["seat_1_player"].value() == junk


def test_a_draft_has_a_largest_size(judge_client: Client):
    assert save(judge_client, judge="x" * 65_000).status_code == 200
    assert save(judge_client, revision=1, judge="x" * 66_000).status_code == 413
    assert len(Draft.objects.get().typed["judge"]) == 65_000


@pytest.mark.parametrize(
    "path", ["", "/", "/mafia/", "/nowhere/", "mafia/games/new/", "/admin/", f"{NEW}?after=1", "\x00"]
)
def test_only_entry_forms_have_drafts(judge_client: Client, path: str):
    assert save(judge_client, path=path).status_code == 400
    assert not Draft.objects.exists()


@pytest.mark.parametrize("revision", ["", "-1", "x", "1.5", "²", "9" * 5000])
def test_a_revision_is_a_number(judge_client: Client, revision: str):
    assert save(judge_client, revision=revision).status_code == 400
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    "path", ["/mafia/games/999/edit/", f"/mafia/games/{10**30}/edit/", "/tournaments/none/boards/new/"]
)
def test_what_does_not_exist_has_no_drafts(judge_client: Client, path: str):
    assert save(judge_client, path=path).status_code == 404


def test_ended_drafts_go_after_a_while(judge_client: Client, judge: User):
    Draft.objects.close(judge, uuid.uuid4())
    Draft.objects.update(closed_at=timezone.now() - CLOSED_DRAFTS_STAY - datetime.timedelta(hours=1))
    Draft.objects.close(judge, recent := uuid.uuid4())
    save(judge_client)
    assert set(Draft.objects.values_list("key", flat=True)) == {recent, KEY}


def test_saving_takes_few_queries(judge_client: Client, django_assert_max_num_queries: Callable):
    make_season()
    path = f"{make_game().get_absolute_url()}edit/"
    save(judge_client, path=path)
    with django_assert_max_num_queries(10):
        save(judge_client, path=path, revision=1, judge="J1")


# Who may


@pytest.mark.parametrize("page", ["new game", "edit game", "new board", "edit board"])
@pytest.mark.parametrize("who", ["outsider_client", "president_client"])
def test_who_may_not_use_a_form_saves_no_draft_of_it(
    request: pytest.FixtureRequest, pages: dict[str, str], page: str, who: str
):
    assert save(request.getfixturevalue(who), path=pages[page]).status_code == 403
    assert not Draft.objects.exists()


def test_a_colleague_saves_drafts_of_his_own_only(judge_client: Client, judge: User):
    save(judge_client, judge="J1")
    colleague = client_of(make_user("colleague", JUDGE))
    assert save(colleague, uuid.uuid4(), judge="J2").status_code == 200
    assert save(colleague, revision=1, judge="J2").status_code == 404
    assert colleague.get(f"{NEW}?draft={KEY}").status_code == 404
    assert discard(colleague).status_code == 404
    assert Draft.objects.open_of(judge).get().typed["judge"] == "J1"
    assert f"?draft={KEY}" not in colleague.get(NEW).content.decode()


def test_anonymous_visitors_are_told_so(client: Client, judge_client: Client, judge: User):
    save(judge_client, judge="J1")
    assert save(client, revision=1, judge="J2").status_code == 401
    response = discard(client)
    assert (response.status_code, response.url) == (302, "/accounts/login/?next=/")
    assert Draft.objects.open_of(judge).get().typed["judge"] == "J1"


@pytest.mark.parametrize("address", ["", "discard/"])
def test_other_methods_and_bad_keys_are_refused(judge_client: Client, address: str):
    assert judge_client.get(f"/desk/drafts/{KEY}/{address}").status_code == 405
    assert judge_client.delete(f"/desk/drafts/{KEY}/{address}").status_code == 405
    assert judge_client.post(f"/desk/drafts/x/{address}").status_code == 404


def test_a_request_of_another_site_is_refused(judge: User):
    client = Client(enforce_csrf_checks=True)
    client.force_login(judge)
    assert save(client).status_code == 403
    assert not Draft.objects.exists()


# Taking up again


def test_the_form_offers_the_drafts_of_its_address(judge_client: Client, pages: dict[str, str]):
    save(judge_client)
    save(judge_client, other := uuid.uuid4(), path=pages["edit game"])
    page = judge_client.get(NEW)
    assert f'href="{NEW}?draft={KEY}"' in page.content.decode()
    assert str(other) not in page.content.decode()
    assert "Draft of " in text_of(page)
    assert f'href="{pages["edit game"]}?draft={other}"' in judge_client.get(pages["edit game"]).content.decode()


def test_a_half_filled_protocol_comes_back_without_faults(judge_client: Client, season: None):
    data = typed(seat_5_bonus="abc", seat_2_player="", seat_3_player="Nobody", seat_1_penalties=["broke_on_ten"])
    data |= {"played_on": "2026-02-", "draft": str(KEY)}
    save(judge_client, **data)
    page = judge_client.get(f"{NEW}?draft={KEY}")
    form = page.context["form"]
    assert {name: form[name].value() for name in data} == {
        name: value if isinstance(value, list) else str(value) for name, value in data.items()
    }
    assert "errorlist" not in page.content.decode()
    assert "Draft saved " in text_of(page)


def test_a_half_filled_board_comes_back(judge_client: Client, pages: dict[str, str]):
    data = board_post(Board.objects.get().round, russia_centres="x", turkey_no_units="on", draft=str(KEY))
    del data["finished"]
    save(judge_client, path=pages["new board"], **data)
    form = judge_client.get(f"{pages['new board']}?draft={KEY}").context["form"]
    assert [form[name].value() for name in ("austria_player", "russia_centres", "turkey_no_units", "finished")] == [
        "Gentz",
        "x",
        True,
        False,
    ]


def test_an_edit_goes_on_from_the_version_it_started_from(judge_client: Client, pages: dict[str, str]):
    save(judge_client, path=pages["edit game"], version="1", number="7")
    game = Game.objects.get()
    game.cancel(User.objects.get(username="judge"), "a mistake")
    form = judge_client.get(f"{pages['edit game']}?draft={KEY}").context["form"]
    assert [form[name].value() for name in ("version", "number", "table")] == ["1", "7", 1]


def test_a_key_that_was_never_saved_is_kept_for_the_browser_s_copy(judge_client: Client):
    form = judge_client.get(f"{NEW}?draft={KEY}").context["form"]
    assert form["draft"].value() == str(KEY)
    assert not Draft.objects.exists()


def test_an_ended_draft_is_told_and_the_form_is_empty(judge_client: Client):
    save(judge_client, judge="Nemo")
    discard(judge_client)
    page = judge_client.get(f"{NEW}?draft={KEY}")
    assert "That draft was recorded or thrown away: this is an empty form." in text_of(page)
    assert page.context["form"]["draft"].value() != str(KEY)
    assert "Nemo" not in page.content.decode()


@pytest.mark.parametrize("key", ["", "x", "\x00"])
def test_what_is_no_key_is_not_found(judge_client: Client, key: str):
    assert judge_client.get(NEW, {"draft": key}).status_code == 404


def test_a_draft_is_found_on_its_own_page_only(judge_client: Client, pages: dict[str, str]):
    save(judge_client)
    assert judge_client.get(f"{pages['edit game']}?draft={KEY}").status_code == 404


def test_a_refused_form_keeps_its_draft(judge_client: Client, season: None):
    save(judge_client, judge="J1")
    response = judge_client.post(NEW, typed(draft=str(KEY), seat_1_player=""))
    assert 'data-revision="1"' in response.content.decode()
    assert Draft.objects.get().closed_at is None


def test_a_mangled_key_is_an_error_in_words(judge_client: Client, season: None):
    response = judge_client.post(NEW, typed(draft="x"))
    assert "This form came back damaged: open the page again." in text_of(response)
    assert not Game.objects.exists()


# Ending


def test_recording_ends_the_draft(judge_client: Client, judge: User, season: None):
    save(judge_client, judge="J1")
    assert judge_client.post(NEW, typed(draft=str(KEY))).status_code == 302
    assert Game.objects.count() == 1
    assert not Draft.objects.open_of(judge).exists()
    assert save(judge_client, revision=1, judge="J2").json()["ended"]


def test_recording_a_board_ends_the_draft(judge_client: Client, judge: User):
    first_round = make_round()
    make_player("A")
    path = f"{first_round.tournament.get_absolute_url()}boards/new/"
    save(judge_client, path=path, austria_player="A")
    post = board_post(first_round, ["A", *[""] * 6], draft=str(KEY))
    assert judge_client.post(path, post).status_code == 302
    assert not Draft.objects.open_of(judge).exists()


def test_throwing_away_twice_is_no_fault(judge_client: Client, judge: User):
    save(judge_client, judge="J1")
    for _again in range(2):
        response = discard(judge_client)
        assert (response.status_code, response.url) == (302, NEW)
        assert told(response)[-1] == "The draft is thrown away."
    assert not Draft.objects.open_of(judge).exists()


@pytest.mark.parametrize(("onward", "leads_to"), [("/mafia/", "/mafia/"), ("https://elsewhere.example/", NEW)])
def test_throwing_away_leads_on_within_the_site(judge_client: Client, onward: str, leads_to: str):
    save(judge_client)
    assert discard(judge_client, next=onward).url == leads_to


def test_a_draft_counts_nowhere(judge_client: Client, season: None):
    save(judge_client, **typed())
    assert not Game.objects.exists()
    assert "P1" not in text_of(judge_client.get("/mafia/"))
