"""Pages about the judges of a season, for those who may look behind the scenes: all of them, and one with his games."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.contrib.auth.mixins import PermissionRequiredMixin
from django.db.models import Count, QuerySet, Sum
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from clubsite.exact import round_half_up
from clubsite.models import Player
from clubsite.names import natural_key

from .. import judging
from ..models import Approval, Game, JudgeBonus, Penalty, Season
from ..models.sums import exact_points
from ..wording import ROLE_NAMES


class JudgesPage(PermissionRequiredMixin, TemplateView):
    """A page about judging in a season; without a slug the current one. Not public."""

    permission_required = "mafia_rating.view_game"

    @cached_property
    def seasons(self) -> list[Season]:
        return list(Season.objects.all())

    @cached_property
    def season(self) -> Season | None:
        slug = self.kwargs.get("slug")
        if slug is None:
            return Season.objects.current()
        try:
            return next(season for season in self.seasons if season.slug == slug)
        except StopIteration:
            raise Http404 from None

    def games(self) -> QuerySet[Game]:
        return Game.objects.filter(season=self.season, status=Game.Status.FINAL)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(season=self.season, seasons=self.seasons, **kwargs)


class JudgesView(JudgesPage):
    """The judges of a season side by side."""

    template_name = "mafia_rating/judges.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        records = judges_of(self.games())
        together = judging.together(records)
        return super().get_context_data(records=records, together=together, roles=ROLE_NAMES.values(), **kwargs)


def judges_of(games: QuerySet[Game]) -> list[judging.Record]:
    """Return what each judge did in these games, by name; three aggregate queries."""
    names, results, penalties = {}, defaultdict(dict), defaultdict(Decimal)
    rows = (
        games.order_by()
        .values_list("judge", "judge__nickname", "result")
        .annotate(count=Count("pk", distinct=True), penalty=Sum("seats__penalty"))
    )
    for judge, nickname, result, count, penalty in rows:
        names[judge] = nickname
        results[judge][result] = count
        penalties[judge] += exact_points(penalty)
    bonuses = defaultdict(list)
    given = (
        JudgeBonus.objects.filter(seat__game__in=games)
        .order_by()
        .values_list("seat__game__judge", "seat__role", "approval")
        .annotate(count=Count("pk"), sum=Sum("points"))
    )
    for judge, role, approval, count, points in given:
        bonuses[judge].append(judging.Bonuses(role, approval, count, round_half_up(points, 1)))
    asked = defaultdict(dict)
    for judge, approval, count in (
        Penalty.objects.filter(seat__game__in=games)
        .exclude(approval=Approval.NOT_NEEDED)
        .order_by()
        .values_list("seat__game__judge", "approval")
        .annotate(count=Count("pk"))
    ):
        asked[judge][approval] = count
    return [
        judging.Record(judge, names[judge], results[judge], penalties[judge], tuple(bonuses[judge]), asked[judge])
        for judge in sorted(names, key=lambda judge: natural_key(names[judge]))
    ]


class JudgeView(JudgesPage):
    """One judge: what he gave, what he asked the President for, and his games, narrowed down by ?of=."""

    template_name = "mafia_rating/judge.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        judge = get_object_or_404(Player, pk=self.kwargs["pk"])
        games = self.games().filter(judge=judge)
        judged = {game.pk: game for game in games.newest_first().annotate(penalty=Sum("seats__penalty"))}
        bonuses, penalties = (
            list(model.objects.filter(seat__game__in=games).select_related("seat__player", "decided_by"))
            for model in (JudgeBonus, Penalty)
        )
        for game in judged.values():
            game.penalty, game.bonuses = exact_points(game.penalty), []
        for bonus in bonuses:
            judged[bonus.seat.game_id].bonuses.append(bonus)
        asked = [item for item in (*bonuses, *penalties) if item.approval != Approval.NOT_NEEDED]
        for item in asked:
            item.game, item.kind = judged[item.seat.game_id], item._meta.verbose_name
        record = record_of(judge, judged.values(), bonuses, penalties)
        kinds = kinds_of_games()
        kind = self.request.GET.get("of")
        return super().get_context_data(
            judge=judge,
            record=record,
            by_role=[(ROLE_NAMES[row.role], row) for row in record.by_role],
            asked=sorted(asked, key=lambda item: (item.game.played_on, item.game.pk, item.seat.number), reverse=True),
            games=[game for game in judged.values() if kind not in kinds or is_of(game, kind)],
            kind=kinds.get(kind),
            **kwargs,
        )


def record_of(
    judge: Player, games: Collection[Game], bonuses: Iterable[JudgeBonus], penalties: Iterable[Penalty]
) -> judging.Record:
    """Put together what a judge did in games whose `penalty` is known."""
    return judging.Record(
        judge.pk,
        judge.nickname,
        Counter(game.result for game in games),
        sum((game.penalty for game in games), Decimal("0.00")),
        tuple(judging.Bonuses(bonus.seat.role, bonus.approval, 1, bonus.points) for bonus in bonuses),
        Counter(penalty.approval for penalty in penalties),
    )


def kinds_of_games() -> dict[str, str]:
    """Name what a list of a judge's games may be narrowed down to."""
    return {
        **{value: str(label) for value, label in Game.Result.choices},
        "bonuses": _("with bonuses"),
        "penalties": _("with penalties"),
        **{f"to_{role}": _("with a bonus: %(role)s") % {"role": name} for role, name in ROLE_NAMES.items()},
    }


def is_of(game: Game, kind: str) -> bool:
    """Say whether a judged game, its bonuses and penalty known, is of one of these kinds."""
    return (
        kind == game.result
        or (kind == "bonuses" and bool(game.bonuses))
        or (kind == "penalties" and bool(game.penalty))
        or kind in {f"to_{bonus.seat.role}" for bonus in game.bonuses}
    )
