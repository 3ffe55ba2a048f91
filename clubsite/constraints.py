"""Telling a broken constraint where the user can put it right."""

from collections.abc import Collection, Mapping

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import models


class PlacedConstraints(models.Model):
    """Tells a broken constraint at the field that `constraint_places` names for it, in every form of the model."""

    constraint_places: Mapping[str, str] = {}

    class Meta:
        abstract = True

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        errors: dict[str, list[ValidationError]] = {}
        for constraint in self._meta.constraints:
            try:
                constraint.validate(type(self), self, exclude)
            except ValidationError as error:
                place = self.constraint_places.get(constraint.name, NON_FIELD_ERRORS)
                errors.setdefault(place, []).append(error)
        if errors:
            raise ValidationError(errors)
