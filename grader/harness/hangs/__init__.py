"""Plays that do not end: which loop goes on for ever, and what shows it."""
