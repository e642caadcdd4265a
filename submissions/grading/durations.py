"""How long what concerns files lasts that are tried without an account, by what ends."""

from datetime import timedelta

TRIAL = timedelta(hours=1)
"""A file that was tried, and what became of it; then it is removed."""
TRIAL_GRADING = 60.0
"""Seconds in an hour that the files of one address may take to be graded; then it waits for the next hour."""
