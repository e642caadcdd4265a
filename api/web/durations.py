"""How long what belongs to a connection lasts, by what ends. Plain numbers are seconds."""

from datetime import timedelta

STREAM = 900.0
"""A stream of events; who still watches comes back to where it ended."""
STREAM_PAUSE_MILLISECONDS = 1000
"""The time until a browser asks for a stream that ended."""
ADDRESS_PAUSE = 5
"""The time until an address with too many requests may try again."""
PROBE = 4.0
"""A name server that hangs is not in the hands of the database's own limits."""
GREETING_PAUSE = 5.0
"""The time until the greeting of a new service is tried again."""
GOODBYE = 2
"""The time for answers under way at a stop; browsers that wait for events come back themselves."""
LANGUAGE = timedelta(days=365)
"""The choice of a language by somebody who is not signed in."""
