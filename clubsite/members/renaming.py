"""Giving a member another nickname."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from ..models import Player


class RenameForm(forms.Form):
    """A new nickname; `Player.rename` says what is wrong with it."""

    nickname = forms.CharField(
        label=gettext_lazy("New nickname"),
        max_length=Player._meta.get_field("nickname").max_length,
        help_text=gettext_lazy("The old one stays as an alias: whoever types it still finds the member."),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, initial={"nickname": player.nickname}, **kwargs)
        self.player = player

    def rename(self, by) -> bool:
        """Rename the player; False, with the reason beside the field, where the model refuses it."""
        try:
            self.player.rename(self.cleaned_data["nickname"], by)
        except ValidationError as error:
            self.add_error(None, error)
            return False
        return True


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("clubsite.change_player", raise_exception=True)
def player_rename(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the nickname, beside those the member has had, and store it; the same one again changes nothing."""
    player = get_object_or_404(Player, pk=pk)
    form = RenameForm(request.POST if request.method == "POST" else None, player=player)
    if form.is_valid() and form.rename(request.user):
        messages.success(request, _("The member is called “%(nickname)s” now.") % {"nickname": player})
        return redirect(player)
    context = {
        "player": player,
        "form": form,
        "aliases": player.aliases.all(),
        "renames": player.renames.select_related("by"),
    }
    return render(request, "clubsite/player_rename.html", context)
