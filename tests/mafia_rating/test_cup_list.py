"""Who registers for a cup and withdraws, and what that makes of the list."""

import datetime

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from mafia_rating.models import Cup, CupEntry, Season
from tests.factories import make_cup, make_game, make_player

from .cup_lists import close, entry_of, listed, move, register

pytestmark = pytest.mark.django_db


# Registering


def test_a_member_of_the_top_10_who_comes_late_goes_before_the_others(cup: Cup, judge: User):
    register(cup, judge, "A", "B", "C")
    assert listed(cup) == [
        ("A", "confirmed", 1, None),
        ("B", "confirmed", 2, None),
        ("C", "confirmed", 3, None),
    ]
    register(cup, judge, "P6", "P4")
    assert listed(cup) == [
        ("P4", "confirmed", 1, 1),
        ("P6", "confirmed", 2, 2),
        ("A", "confirmed", 3, None),
        ("B", "waiting", None, None),
        ("C", "waiting", None, None),
    ]


def test_equal_places_go_by_time(cup: Cup, judge: User):
    register(cup, judge, "P10", "P1", "P2", "P3")
    assert [row[:3] for row in listed(cup)] == [
        ("P10", "confirmed", 1),
        ("P1", "confirmed", 2),
        ("P2", "confirmed", 3),
        ("P3", "waiting", None),
    ]


def test_a_player_registers_and_who_did_it_is_kept(cup: Cup, outsider: User):
    player = make_player("Fox", user=outsider)
    assert cup.register(player, outsider)
    entry = cup.entries.get()
    assert (entry.player, entry.registered_by) == (player, outsider)
    assert timezone.now() - entry.registered_at < datetime.timedelta(minutes=1)


def test_again_is_no_change(cup: Cup, judge: User):
    register(cup, judge, "A")
    before = CupEntry.objects.values().get()
    assert cup.register(make_player("A"), judge) is False
    assert CupEntry.objects.values().get() == before


def test_nobody_registers_another(cup: Cup, outsider: User, president: User):
    make_player("Fox", user=outsider)
    for by in (outsider, president, AnonymousUser()):
        with pytest.raises(PermissionDenied):
            cup.register(make_player("A"), by)
    assert not CupEntry.objects.exists()


def test_only_active_members(cup: Cup, judge: User, outsider: User):
    for player, by in (
        (make_player("A", active=False), judge),
        (make_player("B", active=False, user=outsider), outsider),
    ):
        with pytest.raises(ValidationError, match="is not an active member"):
            cup.register(player, by)
    assert not CupEntry.objects.exists()


@pytest.mark.parametrize(
    ("days", "sentence"),
    [
        ({"opens": 1, "closes": 2}, "Registration for Mafia Cup is not open yet."),
        ({"opens": -2, "closes": -1}, "closed"),
    ],
)
def test_only_while_registration_is_open(season: Season, judge: User, days: dict, sentence: str):
    cup = make_cup(season, **days)
    with pytest.raises(ValidationError, match=sentence):
        cup.register(make_player("A"), judge)


def test_registration_opens_and_closes_to_the_second(season: Season, judge: User, monkeypatch: pytest.MonkeyPatch):
    cup = make_cup(season)
    second = datetime.timedelta(seconds=1)
    for moment, is_open in (
        (cup.opens_at - second, False),
        (cup.opens_at, True),
        (cup.closes_at - second, True),
        (cup.closes_at, False),
    ):
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        assert cup.is_open() is is_open
        assert (cup in Cup.objects.open_at(moment)) is is_open


# Withdrawing


def test_the_next_moves_up(cup: Cup, judge: User):
    register(cup, judge, "A", "B", "C", "D", "E")
    assert cup.withdraw(entry_of(cup, "B"), judge)
    assert [row[:3] for row in listed(cup)] == [
        ("A", "confirmed", 1),
        ("C", "confirmed", 2),
        ("D", "confirmed", 3),
        ("E", "waiting", None),
    ]
    entry = entry_of(cup, "B")
    assert (entry.status, entry.number, entry.withdrawn_by) == ("withdrawn", None, judge)


def test_withdrawing_again_is_no_change(cup: Cup, judge: User):
    register(cup, judge, "A")
    assert cup.withdraw(entry_of(cup, "A"), judge)
    before = CupEntry.objects.values().get()
    assert cup.withdraw(entry_of(cup, "A"), judge) is False
    assert CupEntry.objects.values().get() == before


def test_whoever_comes_back_goes_behind(cup: Cup, judge: User):
    register(cup, judge, "A", "B")
    cup.withdraw(entry_of(cup, "A"), judge)
    register(cup, judge, "A")
    assert [row[:3] for row in listed(cup)] == [("B", "confirmed", 1), ("A", "confirmed", 2)]
    assert entry_of(cup, "A").withdrawn_at is None


def test_players_withdraw_themselves_and_judges_anybody(cup: Cup, judge: User, outsider: User, president: User):
    make_player("Fox", user=outsider)
    register(cup, judge, "Fox", "A")
    for by in (outsider, president, AnonymousUser()):
        with pytest.raises(PermissionDenied):
            cup.withdraw(entry_of(cup, "A"), by)
    assert cup.withdraw(entry_of(cup, "Fox"), outsider)
    assert cup.withdraw(entry_of(cup, "A"), judge)


# After closing


def test_after_closing_nothing_moves_by_itself(cup: Cup, judge: User):
    register(cup, judge, "A", "B", "C", "D", "E")
    close(cup)
    assert cup.withdraw(entry_of(cup, "B"), judge)
    assert [row[:3] for row in listed(cup)] == [
        ("A", "confirmed", 1),
        ("C", "confirmed", 3),
        ("D", "waiting", None),
        ("E", "waiting", None),
    ]


def test_a_judge_gives_the_free_place_to_the_next(cup: Cup, judge: User):
    register(cup, judge, "A", "B", "C", "D", "E")
    close(cup)
    cup.withdraw(entry_of(cup, "B"), judge)
    with pytest.raises(ValidationError, match="Somebody else is first on the waiting list"):
        cup.give_place(entry_of(cup, "E"), judge)
    assert cup.give_place(entry_of(cup, "D"), judge)
    assert cup.give_place(entry_of(cup, "D"), judge) is False
    given = entry_of(cup, "D")
    assert (given.status, given.number, given.given_by) == ("confirmed", 2, judge)
    with pytest.raises(ValidationError, match="All places are given"):
        cup.give_place(entry_of(cup, "E"), judge)


def test_the_waiting_list_keeps_its_order_after_closing(cup: Cup, judge: User):
    """P1 waits before P2, whatever the season's table has become since."""
    register(cup, judge, "P4", "P6", "P8", "P1", "P2")
    close(cup)
    make_game(number=2, bonuses={2: "0.4"})
    cup.withdraw(entry_of(cup, "P8"), judge)
    assert cup.give_place(entry_of(cup, "P1"), judge)


def test_places_are_given_by_hand_after_closing_only(cup: Cup, judge: User, outsider: User):
    register(cup, judge, "A", "B", "C", "D")
    with pytest.raises(ValidationError, match="While registration is open"):
        cup.give_place(entry_of(cup, "D"), judge)
    close(cup)
    with pytest.raises(PermissionDenied):
        cup.give_place(entry_of(cup, "D"), outsider)
    cup.withdraw(entry_of(cup, "A"), judge)
    cup.withdraw(entry_of(cup, "D"), judge)
    with pytest.raises(ValidationError, match="Somebody else"):
        cup.give_place(entry_of(cup, "D"), judge)


def test_the_list_of_a_cup_that_was_played_stays(cup: Cup, judge: User):
    register(cup, judge, "A", "B", "C", "D")
    close(cup)
    Cup.objects.update(held_on=timezone.localdate() - datetime.timedelta(days=1))
    for change in (cup.withdraw, cup.give_place):
        with pytest.raises(ValidationError, match="has been played: its list stays as it is"):
            change(entry_of(cup, "D"), judge)


# The season's table changes


def test_the_list_is_brought_up_to_date_with_the_season(cup: Cup, judge: User, outsider: User):
    register(cup, judge, "A", "P8", "P6", "P4")
    table = cup.season.table()
    assert not cup.is_out_of_date(cup.entries.all(), table)
    make_game(number=2, result="draw")
    assert not cup.is_out_of_date(cup.entries.all(), cup.season.table()), "a draw moves nobody"
    make_game(number=3, bonuses={8: "0.4"})
    before = listed(cup)
    assert cup.is_out_of_date(cup.entries.all(), cup.season.table())
    assert listed(cup) == before
    with pytest.raises(PermissionDenied):
        cup.bring_up_to_date(outsider)
    assert cup.bring_up_to_date(judge)
    assert listed(cup) == [
        ("P8", "confirmed", 1, 1),
        ("P4", "confirmed", 2, 2),
        ("P6", "confirmed", 3, 3),
        ("A", "waiting", None, None),
    ]
    assert cup.bring_up_to_date(judge) is False
    close(cup)
    with pytest.raises(ValidationError, match="closed"):
        cup.bring_up_to_date(judge)


def test_a_place_given_by_hand_counts_as_any_other_when_registration_opens_again(cup: Cup, judge: User):
    register(cup, judge, "A", "B", "C", "D")
    close(cup)
    cup.withdraw(entry_of(cup, "A"), judge)
    cup.give_place(entry_of(cup, "D"), judge)
    move(cup, closes_at=5)
    assert cup.bring_up_to_date(judge)
    assert [row[:3] for row in listed(cup)] == [("B", "confirmed", 1), ("C", "confirmed", 2), ("D", "confirmed", 3)]
    assert entry_of(cup, "D").given_at is None


# The free entry


def test_the_leader_plays_free_and_an_admin_names_one_of_several(season: Season):
    cup = make_cup(season)
    assert cup.plays_free(season.table()) is None
    make_game()  # P4, P6 and P8 won, with equal points
    assert cup.plays_free(season.table()) is None
    cup.free_entry = make_player("P6")
    cup.full_clean()
    assert cup.plays_free(season.table()) == make_player("P6").pk
    cup.free_entry = make_player("P1")
    with pytest.raises(ValidationError, match="P1 does not have the most points of the season"):
        cup.full_clean()
    make_game(number=2, bonuses={8: "0.1"})
    cup.free_entry = make_player("P6")
    assert cup.plays_free(season.table()) == make_player("P8").pk


def test_who_played_free_stays_after_the_cup(season: Season):
    cup = make_cup(season, opens=-9, closes=-8, held_on=datetime.date(2025, 10, 4))
    make_game("2025-10-03", bonuses={4: "0.1"})
    make_game("2025-10-10", bonuses={8: "0.4"})
    assert cup.plays_free(cup.table()) == make_player("P4").pk
    cup.held_on = datetime.date(2025, 10, 10)
    assert cup.plays_free(cup.table()) == make_player("P8").pk
