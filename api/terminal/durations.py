"""How long commands wait, by what ends, in seconds."""

REMOTE_ANSWER = 30.0
REMOTE_PAUSE_LONGEST = 60.0
PROGRESS_HIDDEN = 1.0
"""The time in which nothing is shown of a few files."""
PROGRESS_LINE = 5
"""The time between two lines, where there is no terminal."""
