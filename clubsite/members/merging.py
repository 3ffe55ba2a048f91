"""Making two members one: a look at what moves first, then the merge."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import ValidationError
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from ..forms import KnownPlayerField
from ..merging import MERGE, merge, moving, refusals
from ..models import MergedPlayer, Player


class MergeForm(forms.Form):
    """The member who turns out to be the same person, and the key of the one whom the page has shown."""

    other = KnownPlayerField(
        label=gettext_lazy("The same person is also listed as"),
        help_text=gettext_lazy("That name becomes an alias of the member above, and its page leads here."),
    )
    former = forms.IntegerField(required=False, min_value=1, max_value=models.BigIntegerField.MAX_BIGINT)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required(MERGE, raise_exception=True)
def player_merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the other member, show what moves or what forbids it, and merge by POST; a second click is no change."""
    kept = get_object_or_404(Player.objects.select_related("user"), pk=pk)
    asked = request.POST if request.method == "POST" else request.GET
    form = MergeForm(asked if "other" in asked else None)
    context = {"player": kept, "form": form, "offered": Player.objects.exclude(pk=pk).offered()}
    if form.is_valid():
        if request.method == "POST" and _merged(request, kept, form):
            return redirect(kept)
        gone = form.cleaned_data["other"]
        context |= {"gone": gone, "refusals": refusals(kept, gone), "moving": moving(gone)}
    context["merged"] = kept.merged.select_related("by")
    return render(request, "clubsite/player_merge.html", context)


def _merged(request: HttpRequest, kept: Player, form: MergeForm) -> bool:
    """Merge the two that the page has shown, and say whether they are one; what forbids it goes into the form."""
    gone, former = form.cleaned_data["other"], form.cleaned_data["former"]
    if former != gone.pk:
        merged = MergedPlayer.objects.filter(into=kept, former_key=former).exists()
        if merged:
            messages.info(request, _("The two were merged already."))
        return merged
    names = {"gone": gone.nickname, "kept": kept.nickname}
    try:
        merge(kept, gone, request.user)
    except ValidationError as error:
        form.add_error(None, error)
        return False
    messages.success(request, _("%(gone)s is one with %(kept)s now.") % names)
    return True
