"""How long what belongs to a sandbox lasts, by what ends, in seconds."""

START = 20.0
CLOSING = 2.0
"""The last messages of a channel."""
PROCESS_END = 2.0
CONTAINER = 3600.0
"""A container that is not taken is replaced long before, and none serves for so long."""
CONTAINER_SERVICE = CONTAINER / 2
ENGINE_PING = 3.0
ENGINE_ANSWER = 10.0
IMAGE_BUILD = 600.0
REAPING = 2.0
"""The time between two looks at containers that nobody owns."""
POOL_LOOK = 1.0
"""The time between two looks at those that wait."""
START_PAUSE = 0.1
"""The pause between two starts that fail."""
START_PAUSE_LONGEST = 4.0
POOL_CLOSING = 30.0
