"""The judge's desk and what belongs to it."""
