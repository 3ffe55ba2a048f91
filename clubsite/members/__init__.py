"""Pages for members: another nickname, an invitation, one's own account."""
