"""How long what teachers see lasts, by what ends."""

from datetime import timedelta

WATCHED = timedelta(days=7)
"""The time for which an assignment is watched after it has closed."""
CLASS_GRADES = timedelta(minutes=1)
"""The table of grades of a large class, until it is computed again."""
