"""How long commands wait, by what ends, in seconds."""

REMOTE_ANSWER = 30.0
REMOTE_PAUSE_LONGEST = 60.0
PROGRESS_HIDDEN = 1.0
"""So long nothing is shown of a few files."""
PROGRESS_LINE = 5
"""Between two lines, where there is no terminal."""
