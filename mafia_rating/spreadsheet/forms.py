"""The forms of an import: the file, and what its columns are."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubsite.sheets import MOST_BYTES, SheetError

from ..models import GameSheet
from .columns import COLUMNS


class UploadForm(forms.Form):
    """A spreadsheet to import games from."""

    file = forms.FileField(
        label=_("Spreadsheet"),
        allow_empty_file=True,
        help_text=_("XLSX (its first sheet), or CSV in UTF-8, with one row for each seat of a game."),
        widget=forms.FileInput({"accept": ".csv,.xlsx,text/csv"}),
    )

    def receive(self, by) -> GameSheet | None:
        """Keep the file of a valid form; None with an error beside the field for what is no table."""
        file = self.cleaned_data["file"]
        try:
            return GameSheet.objects.receive(by, file.name, file.read(MOST_BYTES + 1))
        except SheetError as error:
            self.add_error("file", str(error))
            return None


class ColumnsForm(forms.Form):
    """Where the columns of an import stand in a file with these headings; `mapped` says it when valid."""

    replace = forms.BooleanField(
        label=_("Replace stored games that differ"),
        required=False,
        help_text=_("Otherwise a game that is stored with other content refuses the import."),
    )

    def __init__(self, *args: Any, upload: GameSheet, headings: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        places = [
            (place, heading or _("column %(number)s") % {"number": place + 1}) for place, heading in enumerate(headings)
        ]
        for column in COLUMNS:
            self.fields[column.name] = forms.TypedChoiceField(
                label=column.label,
                choices=[("", _("choose a column") if column.required else _("not in the file")), *places],
                coerce=int,
                empty_value=None,
                required=column.required,
                initial=upload.mapped.get(column.name),
                help_text=column.help,
            )
        self.fields["replace"].initial = upload.replace
        self.order_fields([column.name for column in COLUMNS])

    def columns(self) -> list[forms.BoundField]:
        """Return the fields of the columns."""
        return [self[column.name] for column in COLUMNS]

    def clean(self) -> dict[str, Any]:
        super().clean()
        taken: dict[int, str] = {}
        for name, place in self.mapped.items():
            if (first := taken.setdefault(place, name)) != name:
                self.add_error(
                    name,
                    ValidationError(
                        _("This column is taken for “%(other)s” already."), params={"other": self.fields[first].label}
                    ),
                )
        return self.cleaned_data

    @property
    def mapped(self) -> dict[str, int]:
        """The columns of the file that were chosen, by name."""
        chosen = ((column.name, self.cleaned_data.get(column.name)) for column in COLUMNS)
        return {name: place for name, place in chosen if place is not None}
