"""Importing games from a spreadsheet: upload, columns, a check of everything, and the import itself."""

from collections.abc import Callable, Iterator

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubsite.club_file.reading import MOST_FAULTS

from ..models import GameSheet, Season
from ..spreadsheet import importing
from ..spreadsheet.columns import BY_NAME
from ..spreadsheet.forms import ColumnsForm, UploadForm
from ..spreadsheet.games import RowFault
from ..spreadsheet.template import FORMATS, template

SAMPLE = 5
HERE = "<!-- progress -->"


def import_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a page in only who may import; the others are asked to log in, or refused."""
    return login_required(permission_required("mafia_rating.add_gamesheet", raise_exception=True)(view))


@require_http_methods(["GET", "HEAD", "POST"])
@import_page
def upload_sheet(request: HttpRequest) -> HttpResponse:
    """Upload a spreadsheet, or go on with one that lies here."""
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if form.is_valid() and (upload := form.receive(request.user)):
        return redirect(upload)
    uploads = GameSheet.objects.filter(owner=request.user).defer("content")[:SAMPLE]
    return render(request, "mafia_rating/spreadsheet/upload.html", {"form": form, "uploads": uploads})


@require_safe
@import_page
def import_template(request: HttpRequest, kind: str) -> HttpResponse:
    """Download the spreadsheet to start from."""
    if kind not in FORMATS:
        raise Http404
    return HttpResponse(
        template(kind),
        content_type=FORMATS[kind],
        headers={"Content-Disposition": f'attachment; filename="games.{kind}"'},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@import_page
def import_sheet(request: HttpRequest, key: str) -> HttpResponse:
    """Show what the columns of a spreadsheet are and what its last check found; check it by POST."""
    upload = _own(request, key)
    if upload.imported_at:
        season = Season.objects.on(upload.days[-1]) if upload.days else None
        return render(request, "mafia_rating/spreadsheet/imported.html", {"upload": upload, "season": season})
    sheet = upload.sheet()
    form = ColumnsForm(request.POST if request.method == "POST" else None, upload=upload, headings=sheet.headings)
    if form.is_valid():
        upload.set_columns(form.mapped, replace=form.cleaned_data["replace"])
        return progress(request, upload, importing.check(upload, request.user), _("Checking"))
    faults = [RowFault(*fault) for fault in upload.outcome["faults"]] if upload.outcome else []
    context = {
        "upload": upload,
        "form": form,
        "sheet": sheet,
        "sample": sheet.rows[:SAMPLE],
        "faults": [(fault, BY_NAME.get(fault.column)) for fault in faults],
        "most_faults": MOST_FAULTS,
    }
    return render(request, "mafia_rating/spreadsheet/sheet.html", context)


@require_POST
@import_page
def import_store(request: HttpRequest, key: str) -> HttpResponse:
    """Import a sheet that was checked and found right; a second time is no change."""
    upload = _own(request, key)
    if upload.imported_at or not upload.outcome or upload.outcome["faults"]:
        return redirect(upload)
    return progress(request, upload, importing.store(upload, request.user), _("Importing"))


@require_POST
@import_page
def import_discard(request: HttpRequest, key: str) -> HttpResponse:
    """Throw an uploaded sheet away."""
    GameSheet.objects.filter(key=key, owner=request.user, imported_at=None).delete()
    messages.success(request, _("The spreadsheet is thrown away; no game was touched."))
    return redirect("mafia_rating:import")


def _own(request: HttpRequest, key: str) -> GameSheet:
    return get_object_or_404(GameSheet, key=key, owner=request.user)


def progress(request: HttpRequest, upload: GameSheet, work: importing.Progress, title: str) -> HttpResponse:
    """Do the work while a page tells how far it is, and lead to the sheet's own page at the end.

    One request and one transaction: a browser that goes away takes everything back.
    """
    context = {"upload": upload, "title": title, "here": HERE}
    head, tail = render_to_string("mafia_rating/spreadsheet/progress.html", context, request).split(HERE)

    def page() -> Iterator[str]:
        yield head
        for done, games in work:
            yield render_to_string("mafia_rating/spreadsheet/progress_step.html", {"done": done, "games": games})
        yield tail

    return StreamingHttpResponse(page())
