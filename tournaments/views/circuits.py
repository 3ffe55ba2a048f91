"""The circuits: their list, their tables, and the form of one."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django.views.generic import DetailView
from django_tables2 import SingleTableMixin, SingleTableView

from clubsite.tables import IN_PAGES, TableFileMixin

from ..circuit_table import CircuitListTable, CircuitTable
from ..circuits import Line
from ..forms_circuits import CircuitForm
from ..models import Circuit, CircuitTournament, Tournament


class CircuitListView(SingleTableView):
    """The circuits by name."""

    table_class = CircuitListTable
    table_pagination = IN_PAGES
    template_name = "tournaments/circuits.html"

    def get_queryset(self) -> QuerySet[Circuit]:
        return Circuit.objects.for_list()


class CircuitView(TableFileMixin, SingleTableMixin, DetailView):
    """The table of a circuit: its finished tournaments count. A file also has the players without a place."""

    model = Circuit
    context_object_name = "circuit"
    template_name = "tournaments/circuit.html"
    table_class = CircuitTable
    table_pagination = False

    @cached_property
    def stages(self) -> list[CircuitTournament]:
        """The public tournaments of the circuit."""
        return list(self.object.stages.public())

    @cached_property
    def counted(self) -> list[CircuitTournament]:
        """The tournaments that count: the finished ones."""
        return [stage for stage in self.stages if stage.tournament.status == Tournament.Status.FINISHED]

    @cached_property
    def lines(self) -> list[Line]:
        return self.object.table(self.counted)

    def get_table_data(self) -> list[Line]:
        if self.export_trigger_param in self.request.GET:
            return self.lines
        return [line for line in self.lines if line.place]

    def get_table_kwargs(self) -> dict[str, Any]:
        return {"circuit": self.object, "stages": self.counted}

    def get_export_filename(self, export_format: str) -> str:
        return f"{self.object.slug}.{export_format}"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        below = [line for line in self.lines if not line.place]
        return super().get_context_data(
            counted=self.counted,
            to_come=[stage for stage in self.stages if stage not in self.counted],
            below=below and self._below(below),
            **kwargs,
        )

    def _below(self, lines: list[Line]) -> CircuitTable:
        table = CircuitTable(lines, **self.get_table_kwargs(), orderable=False, exclude=("place",))
        table.label, table.exportable = _("Too few tournaments for a place"), False
        return table


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("tournaments.add_circuit", raise_exception=True)
def new_circuit(request: HttpRequest) -> HttpResponse:
    """Create a circuit; a form sent twice leads to the one that it created first."""
    form = CircuitForm(request.POST if request.method == "POST" else None, user=request.user)
    if request.method == "POST":
        valid = form.is_valid()
        first = form.entered_before()
        if first is None and valid and form.store(request.user):
            messages.success(request, _("The circuit is created."))
            return redirect(form.instance)
        if first := first or form.entered_before():
            return redirect(first)
    return render(request, "tournaments/circuit_form.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("tournaments.change_circuit", raise_exception=True)
def edit_circuit(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit a circuit, its tournaments, and which of them are majors."""
    circuit = get_object_or_404(Circuit, slug=slug)
    stored = {"name": circuit.name, "url": circuit.get_absolute_url()}
    form = CircuitForm(request.POST if request.method == "POST" else None, instance=circuit, user=request.user)
    if request.method == "POST" and form.is_valid() and form.store(request.user):
        messages.success(request, _("The change is recorded."))
        return redirect(circuit)
    return render(request, "tournaments/circuit_form.html", {"form": form, "stored": stored})
