"""What both games share: the players with their names, and the drafts of entry forms."""

from .draft import CLOSED_DRAFTS_STAY, Draft, DraftClosedError, DraftOutdatedError
from .invitation import Invitation, new_token, token_hash
from .merge import MergedPlayer
from .player import ALIAS_TAKEN, NICKNAME_TAKEN, Alias, Player, Rename, lock_names, refuse_aliases

__all__ = [
    "ALIAS_TAKEN",
    "CLOSED_DRAFTS_STAY",
    "NICKNAME_TAKEN",
    "Alias",
    "Draft",
    "DraftClosedError",
    "DraftOutdatedError",
    "Invitation",
    "MergedPlayer",
    "Player",
    "Rename",
    "lock_names",
    "new_token",
    "refuse_aliases",
    "token_hash",
]
