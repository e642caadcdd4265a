"""How long what belongs to a connection lasts, by what ends. Plain numbers are seconds."""

from datetime import timedelta

STREAM = 900.0
"""Who still watches events comes back to where the stream ended."""
STREAM_PAUSE_MILLISECONDS = 1000
"""Until a browser asks for a stream that ended."""
ADDRESS_PAUSE = 5
"""Until an address with too many requests may try again."""
PROBE = 4.0
"""A name server that hangs is not in the hands of the database's own limits."""
GREETING_PAUSE = 5.0
"""Until the greeting of a new service is tried again."""
GOODBYE = 2
"""For answers under way when it stops; browsers that wait for events come back themselves."""
LANGUAGE = timedelta(days=365)
"""The choice of a language by somebody who is not signed in."""
