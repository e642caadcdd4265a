"""How long things of the storage take or wait."""

from datetime import timedelta

LEAST_CONNECT_SECONDS = 2
"""The shortest wait for a connection that the driver of PostgreSQL knows."""
CHECK_SECONDS = 10
"""The pause after which PostgreSQL asks, during a long statement, whether its client is still there."""
EARLIER_MILLISECONDS = 100
"""The limit for a silent connection ends so much before the keepalive is due that finds it over."""
OBJECT_RETRIES = timedelta(seconds=15)
"""The time for which a request to the storage of files is tried again."""
ORPHANED = timedelta(days=1)
"""The age at which an object that no row names is deleted. No transaction takes so long to commit its row."""
