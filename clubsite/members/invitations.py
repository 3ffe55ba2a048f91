"""Inviting a member to an account, and making the account."""

import smtplib
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login
from django.contrib.auth.decorators import login_required, permission_required
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.signing import BadSignature, Signer
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from ..forms import UNREADABLE
from ..models import Invitation, Player, new_token

SIGNER = Signer(salt="clubsite.invitation")


class InviteForm(forms.Form):
    """Where the link is mailed to, if anywhere. The token comes with the form, so that two clicks make one link."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        required=False,
        help_text=gettext_lazy("The link is sent there. Without one, hand the link over yourself."),
    )
    token = forms.CharField(widget=forms.HiddenInput, error_messages={"required": UNREADABLE})

    def clean_token(self) -> str:
        """Return the token, which only this site can have made."""
        try:
            return SIGNER.unsign(self.cleaned_data["token"])
        except BadSignature:
            raise ValidationError(UNREADABLE, code="invalid") from None


class SignUpForm(UserCreationForm):
    """An account for the invited member."""

    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("username", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = _("For a new password, should you forget yours. Nobody else sees it.")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("clubsite.change_player", raise_exception=True)
def player_invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a link for a member without an account, show it once, and mail it if an address is typed."""
    player = get_object_or_404(Player.objects.select_related("user"), pk=pk)
    form = InviteForm(request.POST if request.method == "POST" else None, initial={"token": SIGNER.sign(new_token())})
    link = invitation = None
    if form.is_valid():
        try:
            invitation, made = Invitation.make(player, form.cleaned_data["token"], request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            link = request.build_absolute_uri(reverse("invitation", args=[form.cleaned_data["token"]]))
            if made and (address := form.cleaned_data["email"]):
                _mail(request, player, address, link)
    context = {
        "player": player,
        "form": form,
        "link": link,
        "invitation": invitation or player.invitations.open().select_related("invited_by").first(),
    }
    return render(request, "clubsite/player_invite.html", context)


def _mail(request: HttpRequest, player: Player, address: str, link: str) -> None:
    context = {"player": player, "link": link, "club_name": settings.CLUB_NAME}
    subject = _("Your account at %(club)s") % {"club": settings.CLUB_NAME}
    try:
        send_mail(subject, render_to_string("accounts/invitation_email.txt", context), None, [address])
    except (smtplib.SMTPException, OSError):
        messages.error(request, _("The link could not be mailed to %(address)s: copy it.") % {"address": address})
    else:
        messages.success(request, _("The link is on its way to %(address)s.") % {"address": address})


@require_POST
@login_required
@permission_required("clubsite.change_player", raise_exception=True)
def invitation_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an invitation back; again is no change."""
    invitation = get_object_or_404(Invitation.objects.select_related("player"), pk=pk)
    invitation.revoke(request.user)
    messages.success(request, _("The invitation of %(player)s is taken back.") % {"player": invitation.player})
    return redirect("player_invite", invitation.player_id)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Ask the invited for a user name and a password (GET); make the account and log it in (POST).

    404 for a link that never was, 410 with the reason for one that is used, taken back or expired. The second of two
    clicks logs in where the first one has made the account.
    """
    if request.method == "POST":
        return _sign_up(request, token)
    found = _find(Invitation.objects.all(), token)
    return redirect(found.player) if _is_owner(request, found) else _show(request, found, SignUpForm())


@transaction.atomic
def _sign_up(request: HttpRequest, token: str) -> HttpResponse:
    found = _find(Invitation.objects.select_for_update(of=("self",)), token)
    if _is_owner(request, found) or _made_before(request, found):
        return redirect(found.player)
    form = SignUpForm(request.POST)
    ready = found.state == "open" and not request.user.is_authenticated
    if ready and form.is_valid() and _accept(request, found, form):
        return redirect(found.player)
    return _show(request, found, form)


def _find(invitations: QuerySet[Invitation], token: str) -> Invitation:
    found = invitations.of_token(token)
    if found is None:
        raise Http404
    return found


def _show(request: HttpRequest, found: Invitation, form: SignUpForm) -> HttpResponse:
    try:
        found.refuse_if_closed()
    except ValidationError as refusal:
        context = {"player": found.player, "refusal": refusal.messages}
        return render(request, "accounts/invitation_closed.html", context, status=410)
    return render(request, "accounts/invitation.html", {"player": found.player, "form": form})


def _accept(request: HttpRequest, found: Invitation, form: SignUpForm) -> bool:
    account = form.save(commit=False)
    try:
        found.accept(account)
    except IntegrityError:
        form.add_error("username", account.unique_error_message(User, ["username"]))
    except ValidationError as refusal:
        form.add_error(None, refusal)
    else:
        login(request, account)
        messages.success(request, _("Welcome, %(player)s: this is your page.") % {"player": found.player})
        return True
    return False


def _is_owner(request: HttpRequest, found: Invitation) -> bool:
    """Say whether the account made with the invitation is logged in."""
    return bool(found.used_at) and request.user.is_authenticated and found.player.user == request.user


def _made_before(request: HttpRequest, found: Invitation) -> bool:
    """Say whether this very form has made the account, and log it in then."""
    # Asked anew: the player at hand may have been read before the first click was through.
    owner = User.objects.filter(player=found.player_id).first()
    if not found.used_at or owner is None or request.POST.get("username") != owner.get_username():
        return False
    account = authenticate(request, username=owner.get_username(), password=request.POST.get("password1", ""))
    if account:
        login(request, account)
    return account is not None
