"""What is left of members that were merged into others."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .player import NAME_LENGTH, Player


class MergedPlayer(models.Model):
    """A member who was merged into another: old addresses name the former key."""

    former_key = models.BigIntegerField(_("former key"), unique=True)
    nickname = models.CharField(_("nickname"), max_length=NAME_LENGTH)
    into = models.ForeignKey(Player, models.CASCADE, verbose_name=_("merged into"), related_name="merged")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("by"), related_name="+", null=True, blank=True
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("merged member")
        verbose_name_plural = _("merged members")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.nickname} → {self.into}"
