"""How long what belongs to a course lasts, by what ends."""

from datetime import timedelta

JOIN_CODE = timedelta(days=30)
JOIN_CODE_LONGEST = timedelta(days=365)
STUDENT_LINK = timedelta(days=7)
DELETION = timedelta(days=30)
"""The time from the decision to delete a course to its deletion."""
RETENTION_LONGEST_DAYS = 3650
"""The most days that a course may keep files or results."""
