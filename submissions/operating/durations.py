"""How long what operators watch lasts, by what ends."""

from datetime import timedelta

WORKER_SEEN = timedelta(seconds=60)
"""A worker that was not seen for longer is gone."""
CLOCK_OFF = timedelta(seconds=5)
"""The largest difference of two clocks: deadlines and leases are compared with them."""
