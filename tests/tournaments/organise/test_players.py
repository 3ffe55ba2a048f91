"""The players' list of a tournament: adding one by one or from a list, wishes, withdrawing, keeping apart."""

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from clubsite.models import Player
from clubsite.roles import ORGANISER
from tests.conftest import client_of
from tests.factories import make_board, make_player, make_players, make_round, make_tournament, make_user
from tests.pages import text_of
from tournaments.enrolment import enrol
from tournaments.models import Entrant, KeepApart, Presence, Tournament
from tournaments.players_list import MAX_BYTES, Row

pytestmark = pytest.mark.django_db

PLAYERS = "/tournaments/cup/manage/players/"


def unknown(nickname: str) -> str:
    add = f'<a href="/desk/members/new/?nickname={nickname}" target="_blank">add a new member</a>'
    return f"There is no player “{nickname}”. Check the spelling, or {add} (in a new tab)."


LIST = f"{PLAYERS}list/"
NOT_UTF8 = "This is no text in UTF-8: save the table as “CSV UTF-8” and choose that file."


def listed(cup: Tournament) -> dict[str, str]:
    """Return the teams of those on the list, by nickname."""
    return dict(cup.entrants.values_list("player__nickname", "team"))


def enter(cup: Tournament, *nicknames: str) -> list[Entrant]:
    return [Entrant.objects.create(tournament=cup, player=make_player(nickname)) for nickname in nicknames]


def upload(client: Client, data: bytes, **fields: str) -> HttpResponse:
    return client.post(LIST, {"file": SimpleUploadedFile("list.csv", data, "text/csv"), **fields})


def errors(response: HttpResponse, field: str = "text") -> list[str]:
    assert response.status_code == 200
    assert response.context["lines"] is None
    return response.context["form"].errors[field]


# One by one


def test_a_player_is_added_by_nickname(organiser_client, cup):
    make_player("Королёв")
    response = organiser_client.post(f"{PLAYERS}add/", {"player": " королев "}, follow=True)
    assert listed(cup) == {"Королёв": ""}
    assert "Королёв is on the list." in text_of(response)


def test_double_click_adds_once(organiser_client, cup):
    make_player("Fuchs")
    for _click in range(2):
        response = organiser_client.post(f"{PLAYERS}add/", {"player": "Fuchs"}, follow=True)
    assert listed(cup) == {"Fuchs": ""}
    assert "Fuchs is on the list already." in text_of(response)


def test_who_has_withdrawn_is_added_by_taking_back(organiser_client, cup):
    [fox] = enter(cup, "Fuchs")
    fox.withdraw(None)
    response = organiser_client.post(f"{PLAYERS}add/", {"player": "Fuchs"}, follow=True)
    assert response.redirect_chain == [(f"{PLAYERS}{fox.pk}/", 302)]
    assert "Fuchs is on the list already, but has withdrawn" in text_of(response)
    fox.refresh_from_db()
    assert fox.withdrawn


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            "Fusch",
            unknown("Fusch"),
        ),
        ("", "This field is required."),
        ("x" * 65, "Ensure this value has at most 64 characters (it has 65)."),
        ("Fu\0chs", "Null characters are not allowed."),
    ],
)
def test_unknown_players_are_not_added(organiser_client, cup, typed, sentence):
    make_player("Fuchs")
    response = organiser_client.post(f"{PLAYERS}add/", {"player": typed})
    assert response.context["add_form"].errors["player"] == [sentence]
    assert response.context["add_form"]["player"].value() == typed
    assert listed(cup) == {}


def test_active_players_who_are_not_on_the_list_are_offered(organiser_client, cup):
    enter(cup, "Fuchs")
    make_player("Wolf")
    make_player("Gone", active=False)
    assert organiser_client.get(PLAYERS).context["offered"] == [("Wolf", "")]


# A list


def test_a_list_is_shown_first_and_stored_when_confirmed(organiser_client, cup):
    make_player("Fuchs")
    make_player("Wolf")
    post = {"text": "nickname;team\nFuchs;Reds\nwolf;"}
    assert "Nothing is stored yet" in text_of(organiser_client.post(LIST, post))
    assert listed(cup) == {}
    response = organiser_client.post(LIST, post | {"confirmed": "1"}, follow=True)
    assert response.redirect_chain == [(PLAYERS, 302)]
    assert "2 players are added." in text_of(response)
    assert listed(cup) == {"Fuchs": "Reds", "Wolf": ""}


@pytest.mark.parametrize(
    "data",
    [
        "\ufeffnickname;team\r\nFuchs;Reds\r\n".encode(),
        b'NICKNAME,Team\n"Fuchs","Reds"\n',
    ],
    ids=["bom and semicolons", "commas and quotes"],
)
def test_what_a_file_comes_to_can_be_confirmed(organiser_client, cup, data):
    make_player("Fuchs")
    shown = upload(organiser_client, data)
    assert [line.player.nickname for line in shown.context["lines"]] == ["Fuchs"]
    text = shown.context["form"].cleaned_data["text"]
    organiser_client.post(LIST, {"text": text, "confirmed": "1"})
    assert listed(cup) == {"Fuchs": "Reds"}


def test_double_click_on_a_list_adds_once(organiser_client, cup):
    post = {"text": "Fuchs\nWolf", "create": "on", "confirmed": "1"}
    for _click in range(2):
        response = organiser_client.post(LIST, post, follow=True)
    assert "0 players are added." in text_of(response)
    assert listed(cup) == {"Fuchs": "", "Wolf": ""}
    assert Player.objects.count() == 2


@pytest.mark.parametrize("confirmed", [{}, {"confirmed": "1"}])
def test_one_wrong_row_refuses_the_whole_list(organiser_client, cup, confirmed):
    make_player("Fuchs")
    post = {"text": "nickname,team\nFuchs,Reds\nNobody,\n,Blues"} | confirmed
    assert errors(organiser_client.post(LIST, post)) == ["row 4: The nickname is missing."]
    post = {"text": "nickname,team\nFuchs,Reds\nNobody,\n\nNoone,"} | confirmed
    response = organiser_client.post(LIST, post)
    assert errors(response) == ["row 3: there is no player “Nobody”.", "row 5: there is no player “Noone”."]
    assert "Nobody," in response.content.decode()
    assert listed(cup) == {}
    assert not Player.objects.filter(nickname__startswith="No").exists()


def test_ambiguous_names_are_told_apart(organiser_client, cup):
    make_players(("Alexander I", "Alexander II", "Alexander III", "Alexander IV", "Metternich"))
    assert errors(organiser_client.post(LIST, {"text": "alexander\nMetternic"})) == [
        "row 1: “alexander” may be any of Alexander I, Alexander II, Alexander III. Write the whole nickname.",
        "row 2: there is no player “Metternic”; is it Metternich? Write the whole nickname.",
    ]


def test_unknown_players_become_members_on_demand(organiser_client, cup):
    make_player("Alexander I")
    post = {"text": "Alexander\n  Новый   Игрок ", "create": "on"}
    shown = text_of(organiser_client.post(LIST, post))
    assert "is added as a new member ; not Alexander I?" in shown
    assert Player.objects.count() == 1
    organiser_client.post(LIST, post | {"confirmed": "1"})
    assert listed(cup) == {"Alexander": "", "Новый Игрок": ""}
    assert Player.objects.named("новый игрок").active


def test_without_the_permission_nobody_makes_members(cup):
    trainee = make_user("trainee")
    trainee.user_permissions.set(Permission.objects.filter(codename="change_tournament"))
    cup.organisers.add(trainee)
    client = client_of(trainee)
    assert "create" not in client.get(LIST).context["form"].fields
    post = {"text": "Nobody", "create": "on", "confirmed": "1"}
    assert errors(client.post(LIST, post)) == ["row 1: there is no player “Nobody”."]
    with pytest.raises(PermissionDenied):
        enrol(cup, [Row(1, "Nobody")], trainee, create=True)
    assert not Player.objects.exists()


def test_those_on_the_list_stay_and_change_their_team(organiser_client, cup):
    fox, wolf = enter(cup, "Fuchs", "Wolf")
    fox.withdraw(None)
    Entrant.objects.filter(pk=wolf.pk).update(team="Blues", preferences=["russia"])
    post = {"text": "nickname,team\nFuchs,\nWolf,Reds"}
    shown = text_of(organiser_client.post(LIST, post))
    assert "on the list already, withdrawn" in shown
    assert "Blues → Reds" in shown
    organiser_client.post(LIST, post | {"confirmed": "1"})
    assert list(cup.entrants.order_by("pk").values_list("pk", "team", "preferences", "withdrawn")) == [
        (fox.pk, "", [], True),
        (wolf.pk, "Reds", ["russia"], False),
    ]


def test_a_list_without_teams_leaves_them(organiser_client, cup):
    enter(cup, "Fuchs")
    Entrant.objects.update(team="Reds")
    organiser_client.post(LIST, {"text": "Fuchs", "confirmed": "1"})
    assert listed(cup) == {"Fuchs": "Reds"}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The list names no player."),
        ("nickname\nЛис".encode("cp1251"), NOT_UTF8),
        ("nickname\nЛис".encode("utf-16"), NOT_UTF8),
        (b"nickname\nFuchs\0", "There is a NUL character in this file: it is no table."),
        (b"Fuchs\nWolf", "The first row names no column “nickname”. It names: fuchs."),
        (b"x" * (MAX_BYTES + 1), "There is more in this file than 200.0\xa0KB, the most that can be read."),
        (b"nickname\nFuchs\nfuchs", "row 3: “fuchs” stands in row 2 already."),
    ],
    ids=["empty", "cp1251", "utf-16", "nul", "no header", "too large", "repeated"],
)
def test_files_that_are_refused(organiser_client, cup, data, sentence):
    make_player("Fuchs")
    assert errors(upload(organiser_client, data, confirmed="1"), "file") == [sentence]
    assert listed(cup) == {}


def test_a_list_and_a_file_at_once_are_refused(organiser_client, cup):
    assert errors(upload(organiser_client, b"nickname\nFuchs", text="Wolf"), "__all__") == [
        "Paste a list or choose a file, not both."
    ]


def test_nothing_at_all_is_refused(organiser_client, cup):
    assert errors(organiser_client.post(LIST, {"text": ""})) == ["The list names no player."]


def test_nul_in_a_pasted_list_is_refused(organiser_client, cup):
    assert errors(organiser_client.post(LIST, {"text": "Fu\0chs"})) == ["Null characters are not allowed."]


# Team and wishes


def test_team_and_wishes_are_stored(organiser_client, cup):
    [fox] = enter(cup, "Fuchs")
    response = organiser_client.post(f"{PLAYERS}{fox.pk}/", {"team": " Reds ", "wishes": "r, Turkey;f"})
    assert response.url == PLAYERS
    fox.refresh_from_db()
    assert (fox.team, fox.preferences) == ("Reds", ["russia", "turkey", "france"])
    assert organiser_client.get(f"{PLAYERS}{fox.pk}/").context["form"]["wishes"].value() == "Russia, Turkey, France"


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ("R, X", "There is no power “X”: write A, E, F, G, I, R, T or the names, with commas."),
        ("RT", "There is no power “RT”: write A, E, F, G, I, R, T or the names, with commas."),
        ("R, T, russia", "Russia stands there twice."),
        ("R" * 201, "Ensure this value has at most 200 characters (it has 201)."),
    ],
)
def test_wrong_wishes_are_refused_with_what_was_typed_kept(organiser_client, cup, wishes, sentence):
    [fox] = enter(cup, "Fuchs")
    response = organiser_client.post(f"{PLAYERS}{fox.pk}/", {"team": "Reds", "wishes": wishes})
    assert response.context["form"].errors["wishes"] == [sentence]
    assert response.context["form"]["wishes"].value() == wishes
    fox.refresh_from_db()
    assert (fox.team, fox.preferences) == ("", [])


def test_wishes_can_be_taken_back(organiser_client, cup):
    [fox] = enter(cup, "Fuchs")
    Entrant.objects.update(preferences=["russia"])
    organiser_client.post(f"{PLAYERS}{fox.pk}/", {"team": "", "wishes": ""})
    fox.refresh_from_db()
    assert fox.preferences == []


# Withdrawing and removing


def test_who_withdraws_keeps_the_results(organiser_client, cup):
    board = make_board(make_round(1, tournament=cup), players="ABCDEFG")
    [fox] = enter(cup, "A")
    page = organiser_client.post(f"{PLAYERS}{fox.pk}/withdraw/", follow=True)
    assert "A has withdrawn; the results stay." in text_of(page)
    fox.refresh_from_db()
    assert fox.withdrawn
    assert board.seats.filter(player=fox.player, score__isnull=False).exists()
    assert "A" in [line.player.nickname for line in cup.standings()]
    organiser_client.post(f"{PLAYERS}{fox.pk}/take-back/")
    fox.refresh_from_db()
    assert not fox.withdrawn


@pytest.mark.parametrize("finished", [True, False])
def test_who_has_played_cannot_be_removed(organiser_client, cup, finished):
    make_board(make_round(1, tournament=cup), players="ABCDEFG", finished=finished)
    [fox] = enter(cup, "A")
    response = organiser_client.post(f"{PLAYERS}{fox.pk}/remove/", follow=True)
    assert response.redirect_chain == [(f"{PLAYERS}{fox.pk}/", 302)]
    assert "A has played, and the results stay: withdraw the player instead." in text_of(response)
    assert "Withdraw" in text_of(response)
    assert listed(cup) == {"A": ""}


def test_who_has_played_elsewhere_can_be_removed(organiser_client, cup):
    make_board(make_round(1, tournament=make_tournament("elsewhere")), players="ABCDEFG")
    [fox] = enter(cup, "A")
    organiser_client.post(f"{PLAYERS}{fox.pk}/remove/")
    assert listed(cup) == {}


def test_with_a_player_go_the_pairs_and_presences_of_the_tournament(organiser_client, cup):
    fox, wolf, owl = enter(cup, "Fuchs", "Wolf", "Eule")
    round_, elsewhere = make_round(1, tournament=cup), make_round(1, tournament=make_tournament("elsewhere"))
    KeepApart.add(cup, (fox.player, wolf.player), None)
    KeepApart.add(cup, (owl.player, fox.player), None)
    KeepApart.add(cup, (owl.player, wolf.player), None)
    KeepApart.add(elsewhere.tournament, (fox.player, wolf.player), None)
    for player in (fox.player, wolf.player):
        Presence.objects.create(round=round_, player=player)
    Presence.objects.create(round=elsewhere, player=fox.player)
    organiser_client.post(f"{PLAYERS}{fox.pk}/remove/")
    assert listed(cup) == {"Wolf": "", "Eule": ""}
    assert [str(pair) for pair in KeepApart.objects.filter(tournament=cup)] == ["Wolf – Eule"]
    assert KeepApart.objects.exclude(tournament=cup).count() == 1
    assert list(Presence.objects.values_list("round", "player")) == [
        (round_.pk, wolf.player_id),
        (elsewhere.pk, fox.player_id),
    ]


def test_permission_is_asked_where_the_entrant_changes(cup, judge):
    [fox] = enter(cup, "Fuchs")
    pair = KeepApart.add(cup, (fox.player, make_player("Wolf")), None)
    for by in (judge, make_user("stranger", ORGANISER)):
        for write in (fox.store, fox.withdraw, fox.take_back, fox.remove, pair.remove):
            with pytest.raises(PermissionDenied):
                write(by)
        with pytest.raises(PermissionDenied):
            KeepApart.add(cup, (fox.player, make_player("Eule")), by)
        with pytest.raises(PermissionDenied):
            enrol(cup, [Row(1, "Wolf")], by)


# Keeping apart


def test_a_pair_is_kept_apart_once_in_either_order(organiser_client, cup):
    enter(cup, "Wolf", "Fuchs")
    for first, second in (("Fuchs", "Wolf"), ("wolf", "fuchs")):
        response = organiser_client.post(f"{PLAYERS}apart/", {"first": first, "second": second}, follow=True)
    assert "Wolf – Fuchs: kept apart if possible." in text_of(response)
    assert [str(pair) for pair in KeepApart.objects.all()] == ["Wolf – Fuchs"]


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        ("Fuchs", "A pair is two different players."),
        ("Eule", "Eule is not on the list."),
        (
            "Nobody",
            unknown("Nobody"),
        ),
        ("", "This field is required."),
    ],
)
def test_wrong_pairs_are_refused_with_what_was_typed_kept(organiser_client, cup, second, sentence):
    enter(cup, "Fuchs", "Wolf")
    make_player("Eule")
    response = organiser_client.post(f"{PLAYERS}apart/", {"first": "Fuchs", "second": second})
    assert response.context["pair_form"].errors["second"] == [sentence]
    assert response.context["pair_form"]["first"].value() == "Fuchs"
    assert not KeepApart.objects.exists()


def test_a_pair_is_taken_off(organiser_client, cup):
    fox, wolf = enter(cup, "Fuchs", "Wolf")
    pair = KeepApart.add(cup, (fox.player, wolf.player), None)
    response = organiser_client.post(f"{PLAYERS}apart/{pair.pk}/delete/", follow=True)
    assert "Fuchs – Wolf may meet." in text_of(response)
    assert not KeepApart.objects.exists()
