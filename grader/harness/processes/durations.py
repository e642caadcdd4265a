"""How long processes of the sandbox wait, by what ends. Plain numbers are seconds."""

END_MILLISECONDS = 100
WINDOW = 0.3
"""Even where a hundred programs share a processor, one that computes gets some of it."""
WINDOW_LONGEST = 2 * WINDOW
"""The longest window that counts: who looks may have been stopped in between."""
REHEARSAL = 5.0
"""It takes some hundredths. A zygote that could not rehearse would only be slower."""
SEARCH = 15.0
"""It takes a hundredth of that on a quiet machine. Not to be sure in time would be to refuse all work."""
TICK = 0.02
"""The time between two looks at a submission that runs in our own process."""
