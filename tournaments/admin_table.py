"""The BAF tables in the admin: load an official one, look at what it would change, put it in force, restore another.

A file that has been read waits for the confirmation in a signed field of the page: nothing is stored before.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import AdminForm
from django.core import signing
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubsite.admin import ReadOnly

from . import baf
from .models import StoredTable
from .table_change import TableChange
from .table_file import TableFileError, read_table

SALT = "tournaments.table"
CONFIRM_WITHIN = 3600  # seconds


class TableForm(forms.ModelForm):
    """A table's version, source and file; the cells are read into the instance."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "CSV with the columns own, rival, points, and below them or in a second file centres, sharing, points."
        ),
    )
    second_file = forms.FileField(
        label=gettext_lazy("Second file"),
        required=False,
        help_text=gettext_lazy("Where the shared tops stand in a file of their own."),
    )

    class Meta:
        model = StoredTable
        fields = ("version", "source")
        help_texts = {"version": gettext_lazy("A name for good, such as official-2026: every score will carry it.")}

    def clean_version(self) -> str:
        """Keep the generated table's name for itself."""
        version = self.cleaned_data["version"]
        if version == baf.GENERATED:
            raise ValidationError(_("The generated table has this version."))
        return version

    def clean(self) -> dict[str, Any]:
        """Read the files; each fault stands at the file."""
        super().clean()
        files = [file for name in ("file", "second_file") if (file := self.cleaned_data.get(name))]
        if self.cleaned_data.get("file"):
            try:
                self.instance.take(read_table((file.name, file.read()) for file in files))
            except TableFileError as error:
                self.add_error("file", list(map(str, error.faults)))
        return self.cleaned_data


@admin.register(StoredTable)
class StoredTableAdmin(ReadOnly, admin.ModelAdmin):
    """Versions are kept as they were loaded: only which one is in force changes."""

    fields = ("version", "source", "in_force", "loaded_by", "loaded_at")
    list_display = ("version", "source", "loaded_at", "loaded_by", "in_force", "steps")
    list_select_related = ("loaded_by",)
    search_fields = ("version", "source")

    def get_queryset(self, request: HttpRequest) -> QuerySet[StoredTable]:
        return super().get_queryset(request).versions()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("tournaments.load_table")

    @admin.display(description=gettext_lazy("steps"))
    def steps(self, obj: StoredTable) -> str:
        return render_to_string(
            "admin/tournaments/storedtable/steps.html", {"version": obj.version, "current": obj.in_force}
        )

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.put_in_force)
        return [path("<slug:version>/put-in-force/", view, name="tournaments_storedtable_put"), *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """List the loaded tables, and besides the generated one."""
        in_force = StoredTable.objects.in_force().version
        return super().changelist_view(request, {"in_force": in_force, "generated": baf.GENERATED})

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Read a file and show what it would change; then, on the confirmation, put it in force."""
        self._require_permission(request)
        if "signed" in request.POST:
            return self._confirm_loaded(request)
        form = TableForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            return self._preview(request, form.instance.table(), form.instance)
        fieldset = (None, {"fields": list(form.fields)})
        context = {"title": _("Load a BAF table"), "adminform": AdminForm(form, [fieldset], {}), "form": form}
        return self._page(request, "load", context)

    def _confirm_loaded(self, request: HttpRequest) -> HttpResponse:
        try:
            signed = signing.loads(request.POST["signed"], salt=SALT, max_age=CONFIRM_WITHIN)
        except signing.BadSignature:
            self.message_user(request, _("This took too long: load the file again."), messages.ERROR)
            return redirect("admin:tournaments_storedtable_add")
        replacing = signed.pop("replacing")
        table = StoredTable(**signed)
        try:
            table.put_in_force(request.user, replacing=replacing)
        except ValidationError as error:
            self.message_user(request, " ".join(error.messages), messages.ERROR)
            return self._preview(request, table.table(), table)
        return self._done(request, table.version)

    def put_in_force(self, request: HttpRequest, version: str) -> HttpResponse:
        """Show what restoring a version would change; then, on the confirmation, put it in force."""
        self._require_permission(request)
        stored = StoredTable.objects.filter(version=version).first()
        if stored is None and version != baf.GENERATED:
            raise Http404
        if request.method == "POST":
            transition = stored.put_in_force if stored else StoredTable.objects.restore_generated
            try:
                transition(request.user, replacing=request.POST.get("replacing", ""))
            except ValidationError as error:
                self.message_user(request, " ".join(error.messages), messages.ERROR)
                return redirect(request.path)
            return self._done(request, version)
        return self._preview(request, StoredTable.objects.version(version))

    def _require_permission(self, request: HttpRequest) -> None:
        if not self.has_add_permission(request):
            raise PermissionDenied

    def _done(self, request: HttpRequest, version: str) -> HttpResponse:
        sentence = _("Table %(version)s is in force; all boards are scored with it.") % {"version": version}
        self.message_user(request, sentence, messages.SUCCESS)
        return redirect("admin:tournaments_storedtable_changelist")

    def _preview(self, request: HttpRequest, table: baf.Table, new: StoredTable | None = None) -> HttpResponse:
        """Show the change to a table; one that is not stored yet travels in the page."""
        change = TableChange(StoredTable.objects.in_force(), table)
        signed = ""
        if new:
            payload = {name: getattr(new, name) for name in ("version", "source", "cells")}
            signed = signing.dumps({**payload, "replacing": change.old.version}, salt=SALT, compress=True)
        context = {
            "title": _("Put table %(version)s in force") % {"version": table.version},
            "change": change,
            "signed": signed,
            "new": new,
        }
        return self._page(request, "preview", context)

    def _page(self, request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
        context = {**self.admin_site.each_context(request), "opts": self.opts, **context}
        return TemplateResponse(request, f"admin/tournaments/storedtable/{name}.html", context)
