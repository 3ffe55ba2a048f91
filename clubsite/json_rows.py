"""Rows of another table along with a query's own: as one JSON value, on SQLite and PostgreSQL alike."""

from typing import Any

from django.db.models import Aggregate, Func, JSONField, OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONObject


class JSONRow(JSONObject):
    """A row as a JSON object."""

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> tuple:
        # JSONObject would ask SQLite in each new connection whether it knows JSON: three queries more on that page.
        return Func.as_sql(self, compiler, connection, **extra)


class JSONRows(Aggregate):
    """Gathers a JSON value of each row in a list."""

    function = "JSONB_AGG"
    output_field = JSONField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> tuple:
        return self.as_sql(compiler, connection, function="JSON_GROUP_ARRAY", **extra)


def json_rows(rows: QuerySet, belong_to: str, **fields: str) -> Subquery:
    """Return the annotation with the `rows` whose field `belong_to` is the outer row's key: dicts of `fields`, or None.

    The list is in no order, and a truth value may come as 0 or 1.
    """
    gathered = rows.filter(**{belong_to: OuterRef("pk")}).order_by().values(belong_to)
    return Subquery(gathered.annotate(json_rows=JSONRows(JSONRow(**fields))).values("json_rows"))
