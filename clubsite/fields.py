"""Model and form fields that both games use."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from .exact import LARGEST_FRACTION, read_fraction
from .names import natural_key, normal_form

NOT_A_FRACTION = _("Write a fraction such as 2/3, or 1: more than 0 and at most %(most)s.")
NOT_A_SHARE = _("Write a fraction such as 2/3, or 1, or 0.")


def to_fraction(value: object, *, zero: bool = False) -> Fraction | None:
    """Turn text, a whole number or a Fraction into a positive Fraction; ValidationError with a sentence otherwise.

    With `zero` 0 is one too.
    """
    if value is None or value == "":
        return None
    try:
        return read_fraction(str(value), zero=zero)
    except ValueError:
        sentence = NOT_A_SHARE if zero else NOT_A_FRACTION
        raise ValidationError(sentence, code="invalid", params={"most": LARGEST_FRACTION}) from None


@lru_cache(maxsize=256)
def _stored_fraction(text: str) -> Fraction:
    """Read a stored fraction; a standings page has a thousand of them, of a few values."""
    return Fraction(text)


class FractionFormField(forms.CharField):
    """Reads "2/3" as an exact fraction; `zero` allows 0."""

    def __init__(self, *, zero: bool = False, **kwargs: Any) -> None:
        self.zero = zero
        super().__init__(**kwargs)

    def to_python(self, value: object) -> Fraction | None:
        return to_fraction(super().to_python(value), zero=self.zero)

    def run_validators(self, value: Fraction | None) -> None:
        # CharField's own validators measure text.
        super().run_validators("" if value is None else str(value))


class FractionField(models.CharField):
    """A positive exact fraction, stored as its text in lowest terms ("2/3", "1"); `zero` allows 0."""

    description = _("Exact fraction")

    def __init__(self, *args: Any, zero: bool = False, **kwargs: Any) -> None:
        self.zero = zero
        kwargs.setdefault("max_length", 9)
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> tuple[str, str, list, dict]:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "zero": True} if self.zero else kwargs

    def from_db_value(self, value: str | None, expression: object, connection: object) -> Fraction | None:
        return None if value is None else _stored_fraction(value)

    def to_python(self, value: object) -> Fraction | None:
        return to_fraction(value, zero=self.zero)

    def get_prep_value(self, value: object) -> str | None:
        fraction = to_fraction(value, zero=self.zero)
        return None if fraction is None else str(fraction)

    def value_to_string(self, obj: models.Model) -> str:
        return self.get_prep_value(self.value_from_object(obj)) or ""

    def run_validators(self, value: Fraction | None) -> None:
        # CharField's own validators measure text.
        super().run_validators(None if value is None else str(value))

    def formfield(self, **kwargs: Any) -> forms.Field:
        return super().formfield(**{"form_class": FractionFormField, "zero": self.zero, **kwargs})


class NormalFormField(models.CharField):
    """The stored normal form of another field, computed whenever the row is written."""

    computed_by = staticmethod(normal_form)

    def __init__(self, *args: Any, source: str = "", **kwargs: Any) -> None:
        self.source = source
        kwargs["editable"] = False
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> tuple[str, str, list, dict]:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "source": self.source}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value = self.computed_by(getattr(model_instance, self.source))
        setattr(model_instance, self.attname, value)
        return value


class NaturalOrderField(NormalFormField):
    """What rows are sorted by in the order of another field, in which 2 comes before 10; kept as a normal form is."""

    computed_by = staticmethod(natural_key)


def positive(name: str) -> models.Q:
    """Return the condition, for a constraint, that a FractionField holds more than 0."""
    return ~models.Q(**{f"{name}__startswith": "0"}) & ~models.Q(**{f"{name}__startswith": "-"})


def not_negative(name: str) -> models.Q:
    """Return the condition, for a constraint, that a FractionField holds 0 or more."""
    return models.Q(**{name: "0"}) | positive(name)
