"""Making two members one: a look at what moves first, then the merge."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from ..forms import KnownPlayerField
from ..merging import MERGE, merge, moving, refusals
from ..models import MergedPlayer, Player


class MergeForm(forms.Form):
    """The member who turns out to be the same person."""

    other = KnownPlayerField(
        label=gettext_lazy("The same person is also listed as"),
        help_text=gettext_lazy("That name becomes an alias of the member above, and its page leads here."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required(MERGE, raise_exception=True)
def player_merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the other member, show what moves or what forbids it, and merge by POST; a second click is no change."""
    kept = get_object_or_404(Player, pk=pk)
    asked = request.POST if request.method == "POST" else request.GET
    form = MergeForm(asked if "other" in asked else None)
    gone = form.cleaned_data["other"] if form.is_valid() else None
    if request.method == "POST" and gone:
        former = request.POST.get("former", "")
        if former != str(gone.pk) and MergedPlayer.objects.filter(into=kept, former_key=_number(former)).exists():
            messages.info(request, _("The two were merged already."))
            return redirect(kept)
        if former == str(gone.pk):
            try:
                merge(kept, gone, request.user)
            except ValidationError as error:
                form.add_error(None, error)
            else:
                messages.success(
                    request,
                    _("%(gone)s is one with %(kept)s now.") % {"gone": gone.nickname, "kept": kept.nickname},
                )
                return redirect(kept)
    context = {"player": kept, "form": form, "gone": gone}
    if gone:
        context |= {"refusals": refusals(kept, gone), "moving": moving(gone)}
    return render(request, "clubsite/player_merge.html", context)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else 0
