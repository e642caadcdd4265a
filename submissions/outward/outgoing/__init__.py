"""Requests to machines that are not ours: which of them may be reached, and one bounded exchange."""
