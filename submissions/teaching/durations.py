"""How long what teachers see lasts, by what ends."""

from datetime import timedelta

WATCHED = timedelta(days=7)
"""So long after it has closed an assignment is still watched."""
CLASS_GRADES = timedelta(minutes=1)
"""The table of grades of a large class, until it is computed again."""
