"""The cup of a season: when and for how many, and the list of those who want to play."""

import datetime
from collections.abc import Collection, Iterable, Iterator, Sequence

from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models, transaction
from django.db.models import Count, F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubsite.models import Player

from .. import cups, rating
from .cup_entry import CupEntry, is_own
from .season import Season
from .sums import sums

MOST_PLACES = 1000
CLOSES_TOO_EARLY = _("Registration closes after it opens.")
NOT_OPEN_YET = _("Registration for %(cup)s is not open yet.")
CLOSED = _("Registration for %(cup)s is closed.")
STILL_OPEN = _("While registration is open, a free place goes to the next by itself.")
OVER = _("%(cup)s has been played: its list stays as it is.")


class CupQuerySet(models.QuerySet):
    def open_at(self, moment: datetime.datetime) -> "CupQuerySet":
        """Leave those whose registration is open, the one that closes first in front."""
        return self.filter(opens_at__lte=moment, closes_at__gt=moment).order_by("closes_at")

    def for_list(self) -> "CupQuerySet":
        """Fetch what a list of cups shows, newest first: confirmed_count and waiting_count besides."""
        return (
            self.select_related("season")
            .annotate(
                confirmed_count=Count("entries", filter=Q(entries__status=cups.CONFIRMED)),
                waiting_count=Count("entries", filter=Q(entries__status=cups.WAITING)),
            )
            .order_by("-held_on", "name")
        )


class Cup(models.Model):
    """A tournament at the end of a season, such as the KRASNOZNAMENSK MAFIA CUP (rule 7).

    From opens_at to closes_at the list follows the rule: each registration and withdrawal arranges it anew. Afterwards
    nothing moves by itself.
    """

    season = models.ForeignKey(Season, models.PROTECT, verbose_name=_("season"), related_name="cups")
    slug = models.SlugField(_("address"), unique=True)
    name = models.CharField(_("name"), max_length=128)
    held_on = models.DateField(_("date"))
    places = models.PositiveSmallIntegerField(
        _("places"), validators=[MinValueValidator(1), MaxValueValidator(MOST_PLACES)]
    )
    fee = models.DecimalField(
        _("entry fee"), max_digits=8, decimal_places=2, default=0, validators=[MinValueValidator(0)]
    )
    currency = models.CharField(_("currency"), max_length=8, default="RUB")
    opens_at = models.DateTimeField(_("registration opens"))
    closes_at = models.DateTimeField(_("registration closes"))
    free_entry = models.ForeignKey(
        Player,
        models.SET_NULL,
        verbose_name=_("free entry"),
        related_name="+",
        null=True,
        blank=True,
        help_text=_("Only when several players have the most points of the season: which of them pays no fee."),
    )

    objects = CupQuerySet.as_manager()

    class Meta:
        verbose_name = _("cup")
        verbose_name_plural = _("cups")
        ordering = ["-held_on", "name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(closes_at__gt=F("opens_at")),
                name="cup_closes_after_it_opens",
                violation_error_message=CLOSES_TOO_EARLY,
            ),
            models.CheckConstraint(
                condition=Q(places__range=(1, MOST_PLACES)),
                name="cup_has_places",
                violation_error_message=_("A cup has at least one place."),
            ),
            models.CheckConstraint(
                condition=Q(fee__gte=0),
                name="cup_fee_not_negative",
                violation_error_message=_("The fee is 0 or more."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("mafia_rating:cup", args=[self.slug])

    def clean(self) -> None:
        """Refuse times in the wrong order, fewer places than are given, and a free entry of somebody who does not lead.

        ValidationError, beside the field where there is one.
        """
        if self.opens_at and self.closes_at and self.closes_at <= self.opens_at:
            raise ValidationError({"closes_at": CLOSES_TOO_EARLY})
        if self.closes_at and self.held_on and timezone.localdate(self.closes_at) > self.held_on:
            raise ValidationError({"closes_at": _("Registration closes on the day of the cup at the latest.")})
        self._refuse_too_few_places()
        leaders = rating.points_leaders(self.table()) if self.free_entry_id and self.season_id else []
        if self.free_entry_id and self.season_id and self.free_entry_id not in {line.player_id for line in leaders}:
            sentence = _("%(player)s does not have the most points of the season.")
            raise ValidationError({"free_entry": ValidationError(sentence, params={"player": self.free_entry})})

    def _refuse_too_few_places(self) -> None:
        """While registration is open fewer places send the last to the waiting list; afterwards nothing moves."""
        if not self.pk or self.places is None or self.closes_at is None or self.is_open():
            return
        highest = self.entries.aggregate(highest=models.Max("number"))["highest"] or 0
        if highest > self.places:
            sentence = _("Place %(number)s is given, and nobody loses it while registration is not open.")
            raise ValidationError({"places": ValidationError(sentence, params={"number": highest})})

    # What time it is

    def is_open(self) -> bool:
        """Say whether registration is open now."""
        return self.opens_at <= timezone.now() < self.closes_at

    def is_closed(self) -> bool:
        """Say whether registration has closed."""
        return timezone.now() >= self.closes_at

    def is_over(self) -> bool:
        """Say whether the day of the cup has passed, in the club's calendar."""
        return timezone.localdate() > self.held_on

    def refuse_unless_open(self) -> None:
        """Raise a ValidationError with a sentence unless registration is open."""
        if not self.is_open():
            sentence = CLOSED if self.is_closed() else NOT_OPEN_YET
            raise ValidationError(sentence, code="not_open", params={"cup": self})

    def _refuse_if_over(self) -> None:
        if self.is_over():
            raise ValidationError(OVER, code="over", params={"cup": self})

    # Who may

    def may_register(self, player: Player, by) -> bool:
        """Say whether a user may put a player on the list: one's own, or any with mafia_rating.add_cupentry."""
        return is_own(player, by) or by.has_perm("mafia_rating.add_cupentry")

    # What changes the list

    @transaction.atomic
    def register(self, player: Player, by) -> bool:
        """Put a player on the list and arrange it; False when the player is on it already, which is no change.

        Whoever had withdrawn comes back with a new time. PermissionDenied; ValidationError when registration is not
        open, and for somebody who is no active member.
        """
        if not self.may_register(player, by):
            raise PermissionDenied
        cup = self._lock()
        entry = cup.entries.filter(player=player).first()
        if entry and entry.is_on_list:
            return False
        cup.refuse_unless_open()
        if not player.active:
            raise ValidationError(
                _("%(player)s is not an active member."), code="not_active", params={"player": player}
            )
        (entry or CupEntry(cup=cup, player=player)).enter(by)
        cup._arrange()
        return True

    register.alters_data = True

    @transaction.atomic
    def withdraw(self, entry: CupEntry, by) -> bool:
        """Take a player off the list; False when that is so already, which is no change.

        While registration is open the next moves up; after closing the place stays free. PermissionDenied unless the
        entry is one's own or `by` has mafia_rating.change_cupentry; ValidationError after the cup.
        """
        if not entry.may_be_withdrawn_by(by):
            raise PermissionDenied
        cup = self._lock()
        entry = cup.entries.get(pk=entry.pk)
        if not entry.is_on_list:
            return False
        cup._refuse_if_over()
        entry.leave(by)
        if cup.is_open():
            cup._arrange()
        return True

    withdraw.alters_data = True

    @transaction.atomic
    def give_place(self, entry: CupEntry, by) -> bool:
        """Give a free place, after closing, to the first of the waiting list; again is no change, and False.

        PermissionDenied without mafia_rating.change_cupentry; ValidationError while registration is open, after the
        cup, without a free place, and for anybody but the first who waits.
        """
        _require_change(by)
        cup = self._lock()
        entries = {each.pk: each for each in cup.entries.all()}
        entry = entries[entry.pk]
        if entry.status == cups.CONFIRMED:
            return False
        if not cup.is_closed():
            raise ValidationError(STILL_OPEN, code="open")
        cup._refuse_if_over()
        number = cups.free_place({each.number for each in entries.values()}, cup.places)
        if number is None:
            raise ValidationError(_("All places are given."), code="full")
        waiting = [each.registration(each.top_place) for each in entries.values() if each.status == cups.WAITING]
        if not waiting or cups.in_order(waiting)[0].player != entry.player_id:
            raise ValidationError(_("Somebody else is first on the waiting list."), code="not_next")
        entry.take_place(number, by)
        return True

    give_place.alters_data = True

    @transaction.atomic
    def bring_up_to_date(self, by) -> bool:
        """Arrange the list by the season table as it stands now; False when nothing changed.

        PermissionDenied without mafia_rating.change_cupentry; ValidationError unless registration is open.
        """
        _require_change(by)
        cup = self._lock()
        cup.refuse_unless_open()
        return cup._arrange()

    bring_up_to_date.alters_data = True

    @transaction.atomic
    def store(self, by) -> None:
        """Store what is entered of the cup, and arrange its list if registration is open.

        PermissionDenied without mafia_rating.add_cup or change_cup; ValidationError for fewer places than are given.
        """
        verb = "add" if self._state.adding else "change"
        if not by.has_perm(f"mafia_rating.{verb}_cup"):
            raise PermissionDenied
        if not self._state.adding:
            self._lock()
            self._refuse_too_few_places()
        self.save()
        if self.is_open():
            self._arrange()

    store.alters_data = True

    def _lock(self) -> "Cup":
        """Fetch the cup for writing its list: until the transaction ends nobody else writes it."""
        return Cup.objects.select_for_update(of=("self",)).select_related("season").get(pk=self.pk)

    def _arrange(self) -> bool:
        """Give the places and the waiting list by the rule; say whether anything changed.

        The one writer of both while registration is open: call it in the transaction of the change, the cup locked.
        """
        entries = {entry.player_id: entry for entry in self.entries.on_list()}
        moved = []
        for position in self.positions(entries.values(), self.season.table()):
            entry = entries[position.registration.player]
            if not entry.is_at(position) or entry.given_at:
                entry.status, entry.number = position.status, position.number
                entry.top_place = position.registration.top_place
                entry.given_at = entry.given_by = None
                moved.append(entry)
        # In two steps: two players who swap their numbers would meet the unique constraint halfway.
        CupEntry.objects.filter(pk__in=[entry.pk for entry in moved]).update(status=cups.WAITING, number=None)
        CupEntry.objects.bulk_update(moved, ["status", "number", "top_place", "given_at", "given_by"])
        return bool(moved)

    # What follows from the season's table

    def table(self) -> list[rating.Line]:
        """Return the season's table that says who plays free: after the cup as it stood on that day; one query."""
        if self.is_over() and self.held_on < self.season.ends_on:
            return rating.season_table(sums(self.season.seats().filter(game__played_on__lte=self.held_on)))
        return self.season.table()

    def positions(self, entries: Iterable[CupEntry], table: Iterable[rating.Line]) -> list[cups.Position]:
        """Return what the rule makes of those on the list, by the season's table."""
        return cups.arrange(_registrations(entries, table), self.places)

    def is_out_of_date(self, entries: Collection[CupEntry], table: Iterable[rating.Line]) -> bool:
        """Say whether the season's table has changed the order since the list was arranged."""
        by_player = {entry.player_id: entry for entry in entries}
        return any(
            not by_player[position.registration.player].is_at(position) for position in self.positions(entries, table)
        )

    def is_overtaken(self, entries: Collection[CupEntry], table: Iterable[rating.Line]) -> bool:
        """Say whether the TOP-10 places of the list, which stay after closing, are others in the season's table now."""
        listed = {entry.player_id: entry.top_place for entry in entries}
        return any(each.top_place != listed[each.player] for each in _registrations(entries, table))

    def plays_free(self, table: Sequence[rating.Line]) -> int | None:
        """Return the key of the player who pays no fee, by the season's table (rule 7); None: not decided."""
        return cups.free_entry([line.player_id for line in rating.points_leaders(table)], self.free_entry_id)


def _registrations(entries: Iterable[CupEntry], table: Iterable[rating.Line]) -> Iterator[cups.Registration]:
    """Yield the registrations of those on the list with their places in the season's table."""
    places = {line.player_id: line.place for line in table}
    return (entry.registration(places.get(entry.player_id)) for entry in entries if entry.is_on_list)


def _require_change(by) -> None:
    if not by.has_perm("mafia_rating.change_cupentry"):
        raise PermissionDenied
