"""Invitations: a link with which a member makes an account, once."""

import datetime
import hashlib
import secrets

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .player import Player

TOKEN_BYTES = 32
VALID_FOR = datetime.timedelta(days=14)
HAS_ACCOUNT = _("%(player)s has an account already.")
CLOSED = {
    "used": _("This invitation has been used: log in with the account that was made with it."),
    "revoked": _("This invitation was taken back. Ask the club for another one."),
    "expired": _("This invitation has expired. Ask the club for another one."),
}


def new_token() -> str:
    """Return a token for a link: 256 random bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """Return what is stored of a token: nobody makes a link of it."""
    return hashlib.sha256(token.encode()).hexdigest()


class InvitationQuerySet(models.QuerySet):
    def open(self) -> "InvitationQuerySet":
        """Leave the invitations that can be used."""
        return self.filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now())

    def of_token(self, token: str) -> "Invitation | None":
        """Find the invitation of a link."""
        return self.select_related("player__user").filter(token_hash=token_hash(token)).first()


class Invitation(models.Model):
    """A link for one member without an account; valid for 14 days, used once. The link itself is not stored."""

    player = models.ForeignKey(Player, models.CASCADE, verbose_name=_("player"), related_name="invitations")
    token_hash = models.CharField(_("hash of the link"), max_length=64, unique=True, editable=False)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("invited by"), related_name="+", null=True, blank=True
    )
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"))
    used_at = models.DateTimeField(_("used at"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("taken back at"), null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(used_at__isnull=True) | Q(revoked_at__isnull=True), name="invitation_used_or_revoked"
            ),
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(used_at__isnull=True, revoked_at__isnull=True),
                name="invitation_one_open_per_player",
            ),
        ]

    def __str__(self) -> str:
        return _("Invitation of %(player)s") % {"player": self.player}

    @property
    def state(self) -> str:
        """Say how it stands: open, used, revoked or expired."""
        if self.used_at:
            return "used"
        if self.revoked_at:
            return "revoked"
        return "open" if self.expires_at > timezone.now() else "expired"

    def refuse_if_closed(self) -> None:
        """Raise a ValidationError with a sentence when it can be used no more."""
        if self.state in CLOSED:
            raise ValidationError(CLOSED[self.state], code=self.state)

    @classmethod
    @transaction.atomic
    def make(cls, player: Player, token: str, by) -> "tuple[Invitation, bool]":
        """Invite a player by a new token, which takes earlier invitations back; say whether it was made just now.

        The same token again finds the same invitation. PermissionDenied without clubsite.change_player;
        ValidationError for a player who has an account.
        """
        if not by.has_perm("clubsite.change_player"):
            raise PermissionDenied
        player = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
        if player.user_id:
            raise ValidationError(HAS_ACCOUNT, code="has_account", params={"player": player})
        if made := player.invitations.filter(token_hash=token_hash(token)).first():
            return made, False
        now = timezone.now()
        player.invitations.filter(used_at=None, revoked_at=None).update(revoked_at=now)
        return player.invitations.create(token_hash=token_hash(token), invited_by=by, expires_at=now + VALID_FOR), True

    @transaction.atomic
    def revoke(self, by) -> None:
        """Take the invitation back; one that is used or taken back stays. PermissionDenied as for make()."""
        if not by.has_perm("clubsite.change_player"):
            raise PermissionDenied
        type(self).objects.filter(pk=self.pk, used_at=None, revoked_at=None).update(revoked_at=timezone.now())
        self.refresh_from_db()

    revoke.alters_data = True

    @transaction.atomic
    def accept(self, account: AbstractUser) -> None:
        """Store a new account, link it to the player, and use the invitation up.

        ValidationError where it is closed or the player has an account; IntegrityError for a user name just taken.
        """
        player = Player.objects.select_for_update(of=("self",)).get(pk=self.player_id)
        self.refresh_from_db()
        self.refuse_if_closed()
        if player.user_id:
            raise ValidationError(HAS_ACCOUNT, code="has_account", params={"player": player})
        account.save()
        player.user, self.used_at = account, timezone.now()
        player.save(update_fields=["user"])
        self.save(update_fields=["used_at"])

    accept.alters_data = True
