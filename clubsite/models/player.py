"""The members of the club and the names they go by."""

from collections.abc import Collection, Iterable
from typing import Any

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models, transaction
from django.db.models import F, FilteredRelation, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ..fields import NaturalOrderField, NormalFormField
from ..names import normal_form

NICKNAME_TAKEN = _("A player of this nickname exists already (letter case, spaces and ё/е make no difference).")
ALIAS_TAKEN = _("%(player)s goes by this name already.")
NAME_NEEDED = _("Write a nickname.")
NAME_TOO_LONG = _("This nickname is too long.")
NAME_UNSEEN = _("There is a character that cannot be seen.")
NAME_LENGTH, KEY_LENGTH, ORDER_LENGTH = 64, 255, 765


def lock_names() -> None:
    """Let nobody else name a member until the transaction ends.

    Nicknames and aliases stand in two tables, and no constraint compares them: whoever writes to one looks into the
    other with this lock held.
    """
    ContentType.objects.select_for_update(no_key=True).get(app_label="clubsite", model="player")


def clean_name(name: str) -> str:
    """Return a name without needless spaces; ValidationError for one that is empty, too long or not all visible."""
    name, key = " ".join(name.split()), normal_form(name)
    if not key:
        raise ValidationError(NAME_NEEDED, code="required")
    if len(key) > KEY_LENGTH:
        raise ValidationError(NAME_TOO_LONG, code="too_long")
    if not name.isprintable():
        raise ValidationError(NAME_UNSEEN, code="unseen")
    return name


class PlayerQuerySet(models.QuerySet):
    def search(self, text: str) -> "PlayerQuerySet":
        """Find players one of whose names contains the text; letter case, spaces and ё/е make no difference."""
        key = normal_form(text)
        known_as = Alias.objects.filter(name_key__contains=key).values("player")
        return self.filter(Q(nickname_key__contains=key) | Q(pk__in=known_as))

    def named(self, name: str) -> "Player | None":
        """Find the player of a nickname or alias by its normal form."""
        return self.by_name([name]).get(normal_form(name))

    def by_name(self, names: Iterable[str]) -> "dict[str, Player]":
        """Find the players of nicknames and aliases, by the normal form of each name; one query."""
        keys = {normal_form(name) for name in names}
        known_as = FilteredRelation("aliases", condition=Q(aliases__name_key__in=keys))
        players = self.annotate(known_as=known_as, alias_key=F("known_as__name_key")).filter(
            Q(nickname_key__in=keys) | Q(alias_key__isnull=False)
        )
        return {key: player for player in players for key in (player.nickname_key, player.alias_key) if key in keys}

    def all_names(self) -> "dict[str, Player]":
        """Return the players by nickname and by every alias; one query."""
        players = self.annotate(alias=F("aliases__name"))
        return {name: player for player in players for name in (player.nickname, player.alias) if name}

    def offered(self) -> list[tuple[str, str]]:
        """Return the nicknames of the active players, each also with every alias; empty for the nickname alone.

        One query.
        """
        pairs = self.filter(active=True).values_list("nickname", "aliases__name").order_by("nickname_order", "aliases")
        found = dict.fromkeys(pair for nickname, alias in pairs for pair in ((nickname, ""), (nickname, alias or "")))
        return list(found)


class Player(models.Model):
    """A person who plays; known to the public by nickname only."""

    nickname = models.CharField(_("nickname"), max_length=NAME_LENGTH)
    nickname_key = NormalFormField(_("normal form of the nickname"), source="nickname", max_length=KEY_LENGTH)
    nickname_order = NaturalOrderField(_("order of the nickname"), source="nickname", max_length=ORDER_LENGTH)
    full_name = models.CharField(_("full name"), max_length=128, blank=True, help_text=_("Never shown to the public."))
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        verbose_name=_("user account"),
        related_name="player",
        null=True,
        blank=True,
    )
    active = models.BooleanField(_("active"), default=True, help_text=_("Offered when a protocol or board is entered."))

    objects = PlayerQuerySet.as_manager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["nickname_order", "nickname_key"]
        permissions = [("merge_players", _("Can merge two members into one"))]
        constraints = [
            models.UniqueConstraint(
                fields=["nickname_key"], name="player_nickname_unique", violation_error_message=NICKNAME_TAKEN
            ),
            models.CheckConstraint(
                condition=~Q(nickname_key=""), name="player_nickname_not_blank", violation_error_message=NAME_NEEDED
            ),
        ]

    def __str__(self) -> str:
        return self.nickname

    def save(self, *args: Any, update_fields: Collection[str] | None = None, **kwargs: Any) -> None:
        """Store the player; ValidationError for a nickname that has become somebody's alias meanwhile."""
        if update_fields is not None and "nickname" not in update_fields:
            super().save(*args, update_fields=update_fields, **kwargs)
            return
        with transaction.atomic():
            lock_names()
            refuse_aliases([self.nickname], self)
            super().save(*args, update_fields=update_fields, **kwargs)

    save.alters_data = True

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.pk])

    def clean(self) -> None:
        """Refuse a nickname whose normal form is taken or empty, beside the nickname's own field."""
        if not self.nickname:  # clean_fields() has told
            return
        try:
            self.nickname = clean_name(self.nickname)
            refuse_taken(self.nickname, self)
        except ValidationError as error:
            raise ValidationError({"nickname": error}) from None
        self.nickname_key = normal_form(self.nickname)

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Leave the normal form out: clean() has judged it, and a fault is told once, beside the nickname."""
        super().validate_constraints({*(exclude or ()), "nickname_key"})

    def rename(self, nickname: str, by) -> None:
        """Give the player another nickname: the old one becomes an alias, every result stays; the same is no change.

        PermissionDenied without clubsite.change_player; ValidationError, at `nickname`, for one that cannot be taken.
        """
        if not by.has_perm("clubsite.change_player"):
            raise PermissionDenied
        with transaction.atomic():
            lock_names()
            stored = Player.objects.get(pk=self.pk)
            old, stored.nickname = stored.nickname, nickname
            stored.clean_fields(exclude=[field.name for field in self._meta.fields if field.name != "nickname"])
            stored.clean()
            if stored.nickname != old:
                stored._store_nickname(old, by)
        self.nickname, self.nickname_key = stored.nickname, stored.nickname_key

    rename.alters_data = True

    def _store_nickname(self, old: str, by) -> None:
        self.aliases.filter(name_key=self.nickname_key).delete()
        self.save(update_fields=["nickname", "nickname_key", "nickname_order"])
        if normal_form(old) != self.nickname_key:
            self.aliases.create(name=old)
        self.renames.create(old=old, new=self.nickname, by=by)


class Alias(models.Model):
    """Another name of a player: a former nickname, or one that a member merged into him went by."""

    player = models.ForeignKey(Player, models.CASCADE, verbose_name=_("player"), related_name="aliases")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    name_key = NormalFormField(_("normal form of the name"), source="name", max_length=KEY_LENGTH)

    class Meta:
        verbose_name = _("alias")
        verbose_name_plural = _("aliases")
        ordering = ["name_key"]
        constraints = [
            models.UniqueConstraint(fields=["name_key"], name="alias_unique"),
            models.CheckConstraint(
                condition=~Q(name_key=""), name="alias_not_blank", violation_error_message=NAME_NEEDED
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the alias; ValidationError for a name that somebody has taken meanwhile."""
        with transaction.atomic():
            lock_names()
            refuse_taken(self.name, self.player)
            super().save(*args, **kwargs)

    save.alters_data = True

    def clean(self) -> None:
        """Refuse a name that is empty or in use, the player's own nickname too, beside the name's field."""
        if not self.name:  # clean_fields() has told
            return
        try:
            self.name = clean_name(self.name)
            owner = self.player if hasattr(self, "player") else None  # clean_fields() has told
            refuse_taken(self.name, owner)
            if owner and normal_form(self.name) == owner.nickname_key:
                raise ValidationError(ALIAS_TAKEN, code="taken", params={"player": owner})
        except ValidationError as error:
            raise ValidationError({"name": error}) from None
        self.name_key = normal_form(self.name)

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Leave the normal form out, as a player does."""
        super().validate_constraints({*(exclude or ()), "name_key"})


class Rename(models.Model):
    """A change of a player's nickname: from what to what, by whom, when."""

    player = models.ForeignKey(Player, models.CASCADE, verbose_name=_("player"), related_name="renames")
    old = models.CharField(_("old nickname"), max_length=NAME_LENGTH)
    new = models.CharField(_("new nickname"), max_length=NAME_LENGTH)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("by"), related_name="+", null=True, blank=True
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("change of nickname")
        verbose_name_plural = _("changes of nicknames")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"


def refuse_taken(name: str, owner: Player | None) -> None:
    """Raise a ValidationError when a name is another player's nickname or alias."""
    other = Player.objects.exclude(pk=owner and owner.pk).named(name)
    if other and other.nickname_key == normal_form(name):
        raise ValidationError(NICKNAME_TAKEN, code="taken")
    if other:
        raise ValidationError(ALIAS_TAKEN, code="taken", params={"player": other})


def refuse_aliases(names: Iterable[str], owner: Player | None = None) -> None:
    """Raise a ValidationError when one of the names is an alias, of somebody else than `owner`."""
    keys = {normal_form(name) for name in names}
    taken = Alias.objects.filter(name_key__in=keys).exclude(player=owner and owner.pk).select_related("player").first()
    if taken:
        raise ValidationError(ALIAS_TAKEN, code="taken", params={"player": taken.player})
