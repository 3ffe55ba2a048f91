"""What every part of an import needs: matching, comparing, writing, and noting what the models refuse."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubsite.models import Alias, Player
from clubsite.names import normal_form

from .reading import Faults
from .report import NEW, REPLACED, UNCHANGED, Report
from .schema import PlayerData

Item = TypeVar("Item")
Row = TypeVar("Row", bound=Model)


class UnknownPlayerError(LookupError):
    """A nickname has no player, since it was a fault itself."""


class Store:
    """The database as an import sees it. Faults are noted and the import goes on, to find them all.

    `by` is who imports, None the system.
    """

    keeps_approvals = False  # where a file says nothing of the President's decisions, those that stand are kept
    differs = gettext_lazy("differs from what is stored (%(names)s); --replace overwrites it")

    def __init__(self, faults: Faults, replace_differing: bool, by=None) -> None:
        self.faults = faults
        self.replace_differing = replace_differing
        self.by = by
        self.report = Report()
        self._players = {normal_form(name): player for name, player in Player.objects.all_names().items()}
        self._keys: dict[str, int] = {}

    def player(self, data: PlayerData) -> None:
        """Store a player of the list with the aliases; one found by an alias stays, since the file is older."""
        key = normal_form(data.nickname)
        player = self._players.get(key) or Player(nickname=data.nickname)
        former = bool(player.pk) and player.nickname_key != key
        values = {} if former or data.full_name is None else {"full_name": data.full_name}
        player = self.row(data.path, player, values)
        if player is not None:
            self._players.setdefault(key, player)
            for index, name in enumerate(data.aliases):
                self._alias(f"{data.path}.aliases[{index}]", player, name)

    def _alias(self, path: str, player: Player, name: str) -> None:
        """Store an alias unless the player goes by that name; a file takes none away, or an old one would bring two."""
        key = normal_form(name)
        if self._players.get(key) == player:
            return
        alias = Alias(player=player, name=name)
        try:
            alias.full_clean(exclude=["name_key"])
            alias.save()
        except ValidationError as error:
            for message in error.messages:
                self.faults.add(path, message)
        else:
            self._players[key] = player
            self.report.note(path, alias, NEW)

    def knows(self, nickname: str) -> bool:
        """Say whether a nickname is a member's."""
        return normal_form(nickname) in self._players

    def nicknames(self) -> list[str]:
        """Return the nicknames of the members, each once."""
        return list(dict.fromkeys(player.nickname for player in self._players.values()))

    def named_player(self, path: str, nickname: str) -> None:
        """Store a player whom a game or a board names, unless there is one."""
        if nickname not in self._keys:
            if normal_form(nickname) not in self._players:
                self.player(PlayerData(path, nickname))
            if player := self._players.get(normal_form(nickname)):
                self._keys[nickname] = player.pk

    def key(self, nickname: str) -> int:
        """Return the primary key of a named player; UnknownPlayerError if that name was refused."""
        try:
            return self._keys[nickname]
        except KeyError:
            raise UnknownPlayerError from None

    def row(self, path: str, row: Row, values: Mapping[str, object]) -> Row | None:
        """Store a row that has no rules beyond its model's: a new one, or a stored one with its values compared.

        Returns it, or None if the model refused it.
        """
        adding = row._state.adding
        changed = [name for name, value in values.items() if getattr(row, name) != value]
        if not adding and not self.must_write(path, row, changed):
            return row
        for name, value in values.items():
            setattr(row, name, value)
        try:
            row.full_clean(exclude={each.name for each in row._meta.fields if not each.editable})
            row.save()
        except ValidationError as error:
            self.refused(path, error)
            return None
        self.report.note(path, row, NEW if adding else REPLACED)
        return row

    def must_write(self, path: str, stored: Model, changed: Iterable[str]) -> bool:
        """Say whether a stored item is to be replaced; note that it is unchanged, or the fault that it may not be."""
        changed = list(changed)
        if not changed:
            self.report.note(path, stored, UNCHANGED)
        elif not self.replace_differing:
            self.faults.add(path, self.differs % {"names": ", ".join(changed)})
        return bool(changed) and self.replace_differing

    def refused(self, path: str, error: ValidationError) -> None:
        """Note what a model refused, below the path of the item."""
        by_field = error.message_dict if hasattr(error, "error_dict") else {NON_FIELD_ERRORS: error.messages}
        for name, messages in by_field.items():
            for message in messages:
                self.faults.add(path if name == NON_FIELD_ERRORS else f"{path}.{name}", message)

    def once(self, items: Iterable[Item], identity: Callable[[Item], Hashable]) -> Iterator[Item]:
        """Yield the items; one that stands in the file a second time is a fault."""
        seen: dict[Hashable, str] = {}
        for item in items:
            first = seen.setdefault(identity(item), item.path)
            if first == item.path:
                yield item
            else:
                self.faults.add(item.path, _("is the same one as %(path)s") % {"path": first})
