"""Two players on one power: the one who left and the one who took over, wherever results are shown."""

import csv
import io
import json
from decimal import Decimal
from fractions import Fraction

import pytest
from django.db import IntegrityError, models, transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubsite.club_file import export_club, import_club
from clubsite.exact import round_half_up
from clubsite.models import Player
from clubsite.players import with_counts
from tests.factories import (
    make_board,
    make_entries,
    make_leaver,
    make_player,
    make_replacement,
    make_round,
    make_tournament,
    record_board,
)
from tests.pages import text_of
from tournaments import baf
from tournaments.models import Board, BoardError, Entrant, Prize, Round, Seat, Tournament
from tournaments.models.career import tournaments_of
from tournaments.seating import Pair
from tournaments.seating_plan import gather
from tournaments.table_change import TableChange

from .posts import CENTRES

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    return make_tournament()


@pytest.fixture
def first_round(cup: Tournament) -> Round:
    return make_round(1, "2/3", cup)


@pytest.fixture
def board(first_round: Round) -> Board:
    return record_board(first_round, make_replacement(), weight=Fraction(6, 7))


def austria(board: Board) -> Seat:
    return board.seats.with_players().get(power="austria")


# The scores


def test_each_gets_the_credit_of_the_score(board: Board):
    seat = austria(board)
    # 50.710 × 2/3 × 6/7 × 2/3 and × 1/3, each rounded once
    assert (str(seat.score), str(seat.weighted_score), str(seat.left_weighted_score)) == ("50.710", "19.318", "9.659")


@pytest.mark.parametrize(
    ("shares", "tops"),
    [(("2/3", "1/3"), {"A": 1, "X": 0}), (("1/2", "1/2"), {"A": 1, "X": 0}), (("1/3", "2/3"), {"A": 0, "X": 1})],
)
def test_both_stand_in_the_standings_and_the_top_counts_once(cup, first_round, shares, tops):
    record_board(first_round, make_replacement(*shares))
    lines = {line.player.nickname: line for line in cup.standings()}
    assert {name: lines[name].tops for name in tops} == tops
    assert len(lines) == 7


def test_who_gets_no_credit_stands_there_with_nothing(cup: Tournament, first_round: Round):
    record_board(first_round, make_replacement("0", "1"))
    totals = {line.player.nickname: str(line.total) for line in cup.standings()}
    assert (totals["A"], totals["X"]) == ("0.000", "33.807")


def test_the_weight_of_the_round_changes_both(board: Board, django_assert_max_num_queries):
    round_ = board.round
    round_.weight = Fraction(1)
    with django_assert_max_num_queries(25):
        round_.store(None)
    seat = austria(board)
    assert (str(seat.weighted_score), str(seat.left_weighted_score)) == ("28.977", "14.489")


def test_the_weight_changes_who_left_though_the_finisher_gets_nothing(first_round: Round):
    board = record_board(first_round, make_replacement("0", "1"))
    first_round.weight = Fraction(1)
    first_round.store(None)
    assert str(austria(board).left_weighted_score) == "50.710"
    assert board.history.count() == 2


SHARES = st.sampled_from(
    [
        (Fraction(credit, whole), Fraction(left, whole))
        for whole in (3, 7, 14)
        for credit in range(whole + 1)
        for left in range(whole + 1 - credit)
        if credit + left
    ]
)


class Totals(TestCase):
    @settings(max_examples=15)  # each example records a whole board
    @given(shares=st.lists(SHARES, min_size=7, max_size=7))
    def test_the_totals_are_the_sum_of_the_parts(self, shares: list[tuple[Fraction, Fraction]]):
        """Every player's total is the own part as shown, and all totals are the sum of all parts."""
        cup = make_tournament(f"t{Tournament.objects.count()}")
        entries = [
            baf.Entry(
                entry.power, entry.player, entry.centres, credit=credit, left=make_leaver(f"left {entry.power}", left)
            )
            for entry, (credit, left) in zip(make_entries(), shares, strict=True)
        ]
        board = record_board(make_round(1, "7/9", cup), entries)
        parts = [(seat.score, part) for seat in board.seats.with_players() for part in seat.parts()]
        lines = {line.player.nickname: line.total for line in cup.standings()}
        assert lines == {part.player.nickname: part.weighted_score for _score, part in parts}
        assert sum(lines.values()) == sum((part.weighted_score for _score, part in parts), Decimal(0))
        for score, part in parts:
            assert part.weighted_score == round_half_up(Fraction(score) * Fraction(7, 9) * part.credit, 3)


# Who may sit where (B4)


def test_who_left_a_board_plays_no_other_of_the_round(board: Board, first_round: Round):
    with pytest.raises(BoardError, match="X plays table 1 of this round already"):
        make_board(first_round, "2", players="XGHIJKL")
    make_board(make_round(2, tournament=first_round.tournament), "2", players="XGHIJKL")


def test_who_plays_a_board_has_not_left_another(first_round: Round):
    make_board(first_round, "1", players="XGHIJKL")
    with pytest.raises(BoardError) as refused:
        record_board(first_round, make_replacement(), table="2")
    assert [(fault.code, fault.power) for fault in refused.value.faults] == [("left_in_round", "austria")]
    assert refused.value.messages == ["X plays table 1 of this round already."]


def test_the_finisher_and_the_leaver_may_be_swapped(board: Board):
    entries = make_replacement()
    player, left = entries[0].player, entries[0].left
    entries[0] = baf.Entry("austria", left.player, 8, credit=Fraction(2, 3), left=baf.Leaver(player, Fraction(1, 3)))
    board.record(entries, None)
    assert [(part.player.nickname, part.left) for part in austria(board).parts()] == [("X", False), ("A", True)]


def test_a_replacement_can_be_taken_back(board: Board):
    board.record(make_entries(CENTRES, [*"ABCDEF", None]), None)
    assert (austria(board).left_player, austria(board).left_credit, austria(board).left_weighted_score) == (None,) * 3


@pytest.mark.parametrize(
    "fields",
    [
        {"credit": "0", "left_player": None, "left_credit": None, "left_weighted_score": None},
        {"credit": "0", "left_credit": "0"},
        {"left_credit": None},
        {"left_player": None},
        {"left_weighted_score": None},
        {"left_player": models.F("player")},
        {"left_credit": models.Value("-1", output_field=models.CharField())},
        {"player": None},
    ],
    ids=["no credit", "no credits", "no share", "nobody", "no score", "oneself", "negative", "nobody finished"],
)
def test_database_refuses(board: Board, fields: dict):
    with pytest.raises(IntegrityError), transaction.atomic():
        board.seats.filter(power="austria").update(**fields)


def test_database_refuses_to_leave_two_boards_of_a_round(board: Board):
    other = board.seats.filter(power="france")
    with pytest.raises(IntegrityError), transaction.atomic():
        other.update(left_player=make_player("X"), left_credit="1/2", left_weighted_score=0)


# Where the results are shown


def test_the_page_of_the_board_says_who_left_and_whose_decision_it_was(client, board: Board):
    text = text_of(client.get(board.get_absolute_url()))
    assert "Austria A 8 50.710 19.318 sole top, 8 centres against 7: 50.710" in text
    assert "Austria X (left) – 50.710 9.659 sole top" in text
    assert (
        "Austria: X left the game, credit 1/3; A took over, credit 2/3. The credits are the organiser's decision."
        in text
    )


def test_a_late_comer_s_credit_is_explained(client, first_round):
    entries = make_entries(CENTRES, [*"ABCDEF", None])
    entries[0] = baf.Entry("austria", entries[0].player, 8, credit=Fraction(11, 14))
    board = record_board(first_round, entries)
    assert "seat credit 11/14 (took over after spring 1902): 26.562" in text_of(client.get(board.get_absolute_url()))


def test_the_sheet_names_both(client, judge_client, board: Board):
    assert "A left: X 8 2/3 1/3 50.710 19.318 9.659" in text_of(
        judge_client.get(f"/tournaments/boards/{board.pk}/sheet/")
    )


def test_my_board_finds_who_left(client, board: Board):
    text = text_of(client.get("/tournaments/cup/my-board/", {"q": "X"}))
    assert "X Table 1 Austria finished Left this board; A took over." in text


def test_running_boards_name_both(client, first_round: Round):
    record_board(first_round, make_replacement(), finished=False)
    assert "Austria : A (for X) England : B" in text_of(client.get("/tournaments/cup/"))
    assert "Austria A (for X) 8 England B" in text_of(client.get("/tournaments/cup/tv/"))
    assert "B Table 1 England running Austria A (for X) France C" in text_of(
        client.get("/tournaments/cup/my-board/", {"q": "B"})
    )


def test_my_board_leads_each_to_the_own_record(client, board: Board):
    for nickname in "AX":
        html = client.get("/tournaments/cup/my-board/", {"q": nickname}).content.decode()
        assert f'href="/tournaments/cup/players/{make_player(nickname).pk}/"' in html


def test_the_admin_finds_a_board_by_any_name_of_who_left(admin_client, board: Board):
    make_board(make_round(2, tournament=board.round.tournament), players="HIJKLMN")
    make_player("X").aliases.create(name="Bauer")
    for typed in ("x", "BAU"):
        response = admin_client.get("/admin/tournaments/board/", {"q": typed})
        assert list(response.context["cl"].queryset) == [board]


def test_the_results_of_all_boards_have_a_line_for_each(client, board: Board):
    lines = list(
        csv.DictReader(io.StringIO(client.get("/tournaments/cup/boards/", {"_export": "csv"}).content.decode()))
    )
    shown = [
        (line["player"], line["centres"], line["credit"], line["weighted_score"], line["replacement"]) for line in lines
    ]
    assert shown[:3] == [
        ("A", "8", "2/3", "19.318", "took over"),
        ("X", "", "1/3", "9.659", "left"),
        ("B", "0", "1", "0.000", ""),
    ]
    assert sum(int(line["centres"] or 0) for line in lines) == 34


def test_a_player_s_page_has_the_board_that_was_left(client, board: Board):
    player = make_player("X")
    text = text_of(client.get(player.get_absolute_url()))
    assert "Round 1, Table 1 Austria 8 50.710 9.659 left, credit 1/3: Sole top" in text
    assert {row.nickname: row.boards for row in with_counts()} == dict.fromkeys("ABCDEFX", 1)
    [(tournament, line, _prizes)] = tournaments_of(Tournament.objects.all(), player)
    assert (tournament, str(line.total)) == (board.round.tournament, "9.659")


def test_the_record_of_a_tournament_has_the_part_of_each(client, board: Board):
    for nickname, line in (
        ("X", "left; A took over 8 Sole top 50.710 × 2/3 × 6/7 × 1/3 9.659"),
        ("A", "took over from X 8 Sole top 50.710 × 2/3 × 6/7 × 2/3 19.318"),
    ):
        response = client.get(f"/tournaments/cup/players/{make_player(nickname).pk}/")
        assert line in text_of(response)
        assert [met.nickname for _times, players in response.context["record"].meetings() for met in players] == [
            *"BCDEF"
        ]


def test_prizes_go_by_the_part_of_each(cup: Tournament, first_round: Round):
    record_board(first_round, make_replacement("1/3", "2/3"))
    for kind in (Prize.Kind.BEST_POWER, Prize.Kind.MOST_TOPS):
        Prize.add_derived(cup, kind, None)
    given = {str(award.prize): [winner.player.nickname for winner in award.winners] for award in cup.awards()}
    assert (given["Best Austria"], given["Most sole tops"]) == (["X"], ["X"])
    assert "X" in [player.nickname for player in Prize(tournament=cup).candidates()]


def test_lists_of_boards_name_who_holds_the_top(client, first_round):
    record_board(first_round, make_replacement("1/3", "2/3"))
    assert "X with Austria, 8 centres" in text_of(client.get("/tournaments/cup/"))


def test_who_left_has_played(cup: Tournament, board: Board):
    entrant = Entrant.objects.create(tournament=cup, player=make_player("X"))
    assert entrant.has_played()
    assert Entrant.objects.with_board_count().get().board_count == 1


def test_the_next_seating_knows_whom_the_leaver_met(cup: Tournament, board: Board):
    keys = {player.nickname: player.pk for player in Player.objects.all()}
    wishes = gather(make_round(2, tournament=cup)).wishes
    assert wishes.meetings[Pair((keys["X"], keys["C"]))] == 1
    assert Pair((keys["X"], keys["A"])) not in wishes.meetings
    assert wishes.played[keys["X"], "austria"] == wishes.played[keys["A"], "austria"] == 1


def test_another_table_changes_the_scores_of_both(board: Board):
    table = baf.generated_table()
    other = baf.Table("other", {**table.sole_top, (8, 7): Decimal(60)}, table.survivor, table.shared_top)
    change = TableChange(table, other)
    assert [
        (each.new_part.player.nickname, str(each.old_part.weighted_score), str(each.new_part.weighted_score))
        for each in change.scores
    ] == [("A", "19.318", "22.857"), ("X", "9.659", "11.429")]
    totals = {line.new.player.nickname: str(line.new.total) for line in change.places}
    assert (totals["A"], totals["X"]) == ("22.857", "11.429")


@pytest.mark.parametrize("boards", [1, 4])
def test_queries_of_the_pages_stay_the_same(client, cup, boards, django_assert_num_queries):
    for number in range(1, boards + 1):
        board = record_board(make_round(number, tournament=cup), make_replacement())
    player = make_player("X").pk
    pages = {
        "/tournaments/cup/": 6,
        "/tournaments/cup/boards/": 2,
        "/tournaments/cup/my-board/?q=x": 5,
        f"/tournaments/boards/{board.pk}/": 4,
        f"/players/{player}/": 4,
    }
    for page, queries in pages.items():
        with django_assert_num_queries(queries):
            assert client.get(page).status_code == 200


# Club files


def test_a_club_file_carries_who_left(board: Board):
    text = export_club()
    (seat, *_others) = json.loads(text)["tournaments"][0]["rounds"][0]["boards"][0]["seats"]
    assert (seat["credit"], seat["left"]) == ("2/3", {"player": "X", "credit": "1/3", "weighted_score": "9.659"})
    for model in (Board, Round, Tournament, Player):
        model.objects.all().delete()
    import_club(text.encode())
    assert export_club() == text
    import_club(text.encode())
    assert (export_club(), Board.objects.get().version) == (text, 1)
