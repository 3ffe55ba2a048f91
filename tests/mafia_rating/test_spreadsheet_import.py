"""Importing games from a spreadsheet as an organiser does: upload, columns, check, import."""

import io
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import load_workbook

from clubsite.models import Player
from mafia_rating import scoring
from mafia_rating.models import Game, GameSheet, JudgeBonus, Season
from mafia_rating.spreadsheet import importing
from mafia_rating.spreadsheet.template import FORMATS
from tests.conftest import client_of
from tests.factories import make_game, make_player, make_user
from tests.pages import text_of

from .spreadsheets import as_csv, game_rows

ADDRESS = "/mafia/import/"


@pytest.fixture(autouse=True)
def _season(season: Season) -> None:
    pass


def upload(client: Client, rows: Iterable[Mapping[str, str]], **kwargs: Any) -> GameSheet:
    return send(client, "season.csv", as_csv(rows, **kwargs))


def send(client: Client, name: str, content: bytes) -> GameSheet:
    response = client.post(ADDRESS, {"file": SimpleUploadedFile(name, content)})
    assert response.status_code == 302, text_of(response)
    sheet = GameSheet.objects.latest("pk")
    assert response.url == sheet.get_absolute_url()
    return sheet


def streamed(response: Any) -> str:
    assert response.status_code == 200
    return b"".join(response.streaming_content).decode()


def check(client: Client, sheet: GameSheet, **changes: Any) -> GameSheet:
    page = client.get(sheet.get_absolute_url())
    columns = {field.name: field.value() for field in page.context["form"].columns()}
    data = {name: place for name, place in (columns | changes).items() if place is not None}
    assert "Done: go on" in streamed(client.post(sheet.get_absolute_url(), data))
    sheet.refresh_from_db()
    return sheet


def store(client: Client, sheet: GameSheet) -> str:
    return streamed(client.post(f"{sheet.get_absolute_url()}store/"))


def test_games_are_imported_by_the_one_who_uploads_them(organiser_client: Client, organiser: User) -> None:
    make_player("p1")
    rows = [*game_rows(1, bonus={4: "0.6"}), *game_rows(2, first_killed="1", best_move="4 6 8")]
    sheet = check(organiser_client, upload(organiser_client, rows))
    page = text_of(organiser_client.get(sheet.get_absolute_url()))
    assert "Ready to import 2 new games" in page
    assert "P2 row 3" in page
    assert "P1 row" not in page
    assert not Game.objects.exists()
    assert Player.objects.count() == 1

    assert "Done: go on" in store(organiser_client, sheet)
    first, second = Game.objects.order_by("number")
    assert {first.entered_by, second.entered_by} == {organiser}
    assert JudgeBonus.objects.get().approval == scoring.PENDING
    assert str(second.seats.get(number=1).best_move) == "0.40"
    page = text_of(organiser_client.get(sheet.get_absolute_url()))
    assert "2 new games" in page
    assert "3 Oct 2025" in page
    assert "Season 2025-26 Another spreadsheet" in page
    assert "10 members came with them." in page

    # Once more is no change, whether by a double click or by uploading the file again.
    assert organiser_client.post(f"{sheet.get_absolute_url()}store/").url == sheet.get_absolute_url()
    again = check(organiser_client, upload(organiser_client, rows))
    assert (again.outcome["new"], again.outcome["replaced"], again.outcome["unchanged"]) == (0, 0, 2)
    store(organiser_client, again)
    assert Game.objects.count() == 2
    assert first.history.count() == 1


def test_a_member_of_many_names_is_asked_for_once(organiser_client: Client) -> None:
    fox = make_player("Foxes")
    for name in ("Reynard", "Red Fox"):
        fox.aliases.create(name=name)
    sheet = check(organiser_client, upload(organiser_client, game_rows(player={1: "Foxex", 2: "reynard"})))
    [member] = [each for each in sheet.outcome["members"] if each["like"]]
    assert member == {"nickname": "Foxex", "row": 2, "like": ["Foxes"]}


def test_all_or_nothing_with_the_rows_that_are_wrong(organiser_client: Client) -> None:
    rows = [*game_rows(1), *game_rows(2, bonus={1: "0.3"}, player={7: "P6"}), *game_rows(3, date="2031-01-01")]
    sheet = check(organiser_client, upload(organiser_client, rows))
    assert sheet.outcome["faults"] == [
        [18, "player", "This player sits at seat 6 already.", ""],
        [22, "date", "No season contains this date.", ""],
    ]
    page = text_of(organiser_client.get(sheet.get_absolute_url()))
    assert "Nothing can be imported yet" in page
    assert "18 Player This player sits at seat 6 already." in page
    # What was not found right is not imported, however it is asked for.
    assert organiser_client.post(f"{sheet.get_absolute_url()}store/").url == sheet.get_absolute_url()
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_what_went_wrong_since_the_check_stores_nothing(
    organiser_client: Client, season: Season, admin_user: User
) -> None:
    sheet = check(organiser_client, upload(organiser_client, [*game_rows(1), *game_rows(2)]))
    season.close(admin_user)
    store(organiser_client, sheet)
    sheet.refresh_from_db()
    assert sheet.imported_at is None
    assert [fault[0] for fault in sheet.outcome["faults"]] == [2, 12]
    assert not Game.objects.exists()


def test_a_browser_that_goes_away_takes_everything_back(
    organiser_client: Client, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "STEP", 1)
    sheet = check(organiser_client, upload(organiser_client, [*game_rows(1), *game_rows(2)]))
    work = importing.store(sheet, organiser)
    assert next(work) == (1, 2)
    work.close()
    assert not Game.objects.exists()
    assert list(importing.store(sheet, organiser)) == [(1, 2), (2, 2)]
    assert Game.objects.count() == 2


def test_a_game_that_differs_is_replaced_only_when_asked(organiser_client: Client, president: User) -> None:
    game = make_game("2025-10-03", bonuses={4: "0.6"})
    game.seats.get(number=4).bonus_given.approve(president)
    sheet = check(organiser_client, upload(organiser_client, game_rows(1, bonus={4: "0.6"}, removal={2: "affected"})))
    [[row, _column, message, url]] = sheet.outcome["faults"]
    assert row == 2
    assert message == "differs from what is stored (seats); tick “replace” to overwrite it"
    assert f'href="{url}"' in organiser_client.get(sheet.get_absolute_url()).content.decode()
    assert url == game.get_absolute_url()
    sheet = check(organiser_client, sheet, replace="on")
    assert sheet.outcome["replaced"] == 1
    store(organiser_client, sheet)
    assert game.history.count() == 3
    bonus = JudgeBonus.objects.get()
    assert (bonus.approval, bonus.decided_by) == ("approved", president)


def test_columns_by_other_names_are_chosen_by_hand(organiser_client: Client) -> None:
    rows = [{("wer" if name == "player" else name): cell for name, cell in row.items()} for row in game_rows()]
    headings = ["wer", "date", "game", "judge", "result", "role", "seat"]
    sheet = upload(organiser_client, rows, headings=headings)
    response = organiser_client.post(sheet.get_absolute_url(), {**sheet.mapped, "role": sheet.mapped["seat"]})
    assert response.context["form"].errors == {
        "player": ["This field is required."],
        "role": ["This column is taken for “Seat” already."],
    }
    sheet = check(organiser_client, sheet, player=0)
    assert sheet.outcome["new"] == 1


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", "The table has no rows below its headings."),
        (b"\xff\xfe", "This is no text in UTF-8: save the table as “CSV UTF-8” and choose that file."),
    ],
    ids=["empty", "binary"],
)
def test_what_is_no_table_is_refused_beside_the_field(organiser_client: Client, content: bytes, error: str) -> None:
    response = organiser_client.post(ADDRESS, {"file": SimpleUploadedFile("x.xlsx", content)})
    assert response.context["form"].errors == {"file": [error]}
    assert organiser_client.post(ADDRESS).context["form"].errors == {"file": ["This field is required."]}
    assert not GameSheet.objects.exists()


@pytest.mark.parametrize("kind", FORMATS)
def test_the_template_is_downloaded_and_filled_in(organiser_client: Client, kind: str) -> None:
    response = organiser_client.get(f"{ADDRESS}template.{kind}")
    assert response["Content-Disposition"] == f'attachment; filename="games.{kind}"'
    assert organiser_client.get(f"{ADDRESS}template.ods").status_code == 404
    if kind == "csv":
        head = response.content.decode("utf-8-sig").strip().split(",")
        sheet = upload(organiser_client, game_rows(), headings=head)
    else:
        book = load_workbook(io.BytesIO(response.content))
        games, _columns, example = book
        for row in example.iter_rows(min_row=2, values_only=True):
            games.append(row)
        filled_in = io.BytesIO()
        book.save(filled_in)
        sheet = send(organiser_client, "games.xlsx", filled_in.getvalue())
    assert check(organiser_client, sheet).outcome["new"] == 1


def test_an_import_is_thrown_away(organiser_client: Client) -> None:
    sheet = upload(organiser_client, game_rows())
    assert organiser_client.get(f"{sheet.get_absolute_url()}discard/").status_code == 405
    for _click in range(2):
        assert organiser_client.post(f"{sheet.get_absolute_url()}discard/").url == ADDRESS
    assert not GameSheet.objects.exists()


@pytest.mark.parametrize("end", ["", "store/", "discard/"])
def test_a_spreadsheet_is_its_owners_alone(organiser_client: Client, end: str) -> None:
    sheet = upload(organiser_client, game_rows())
    other = client_of(make_user("another organiser", "Organiser"))
    assert other.post(f"{sheet.get_absolute_url()}{end}").status_code in (404, 302)
    assert GameSheet.objects.filter(pk=sheet.pk).exists()
    assert other.get(f"{ADDRESS}{uuid.uuid4()}/").status_code == 404


@pytest.mark.parametrize("path", ["", "template.csv", "00000000-0000-4000-8000-000000000000/"])
def test_who_may_not_import(path: str, client: Client, judge_client: Client, president_client: Client) -> None:
    assert client.get(ADDRESS + path).url.startswith("/accounts/login/")
    assert judge_client.get(ADDRESS + path).status_code == 403
    assert president_client.get(ADDRESS + path).status_code == 403


def test_the_pages_take_few_queries_however_long_the_sheet(
    organiser_client: Client, django_assert_max_num_queries: Any
) -> None:
    for games in (1, 20):
        sheet = upload(organiser_client, [row for number in range(1, games + 1) for row in game_rows(number)])
        check(organiser_client, sheet)
        for page in (ADDRESS, sheet.get_absolute_url()):
            with django_assert_max_num_queries(10):
                organiser_client.get(page)


def test_of_many_faults_the_first_fifty_are_told(organiser_client: Client) -> None:
    for games in (5, 4):
        rows = [
            row for number in range(1, games + 1) for row in game_rows(number, role=dict.fromkeys(range(1, 11), "x"))
        ]
        sheet = check(organiser_client, upload(organiser_client, rows))
        page = text_of(organiser_client.get(sheet.get_absolute_url()))
        assert ("These are the first 50 faults." in page) == (games == 5)
