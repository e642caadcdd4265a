"""Submissions are graded again: one, or a class on trial; and students ask for it."""
