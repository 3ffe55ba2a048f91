"""What both games share: the players."""

from collections.abc import Collection

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .fields import NormalFormField
from .names import normal_form

NICKNAME_TAKEN = _("A player of this nickname exists already (letter case, spaces and ё/е make no difference).")


class PlayerQuerySet(models.QuerySet):
    def search(self, text: str) -> "PlayerQuerySet":
        """Find players whose nickname contains the text; letter case, spaces and ё/е make no difference."""
        return self.filter(nickname_key__contains=normal_form(text))

    def named(self, nickname: str) -> "Player | None":
        """Find the player of a nickname by its normal form."""
        return self.filter(nickname_key=normal_form(nickname)).first()


class Player(models.Model):
    """A person who plays; known to the public by nickname only."""

    nickname = models.CharField(_("nickname"), max_length=64)
    nickname_key = NormalFormField(_("normal form of the nickname"), source="nickname", max_length=255)
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
        ordering = ["nickname_key"]
        constraints = [
            models.UniqueConstraint(
                fields=["nickname_key"], name="player_nickname_unique", violation_error_message=NICKNAME_TAKEN
            ),
            models.CheckConstraint(
                condition=~models.Q(nickname_key=""),
                name="player_nickname_not_blank",
                violation_error_message=_("Write a nickname."),
            ),
        ]

    def __str__(self) -> str:
        return self.nickname

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.pk])

    def clean(self) -> None:
        """Refuse a nickname whose normal form is taken or empty, beside the nickname's own field."""
        blank = not self.nickname  # clean_fields() has told
        self.nickname = " ".join(self.nickname.split())
        self.nickname_key = normal_form(self.nickname)
        if not self.nickname_key and not blank:
            raise ValidationError({"nickname": _("Write a nickname.")})
        if len(self.nickname_key) > self._meta.get_field("nickname_key").max_length:
            raise ValidationError({"nickname": _("This nickname is too long.")})
        if Player.objects.exclude(pk=self.pk).filter(nickname_key=self.nickname_key).exists():
            raise ValidationError({"nickname": NICKNAME_TAKEN})

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Leave the normal form out: clean() has judged it, and a fault is told once, beside the nickname."""
        super().validate_constraints({*(exclude or ()), "nickname_key"})
