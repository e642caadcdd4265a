"""A process that sends webhooks until it is killed: `python -m bench._webhook_sender URL LEASE`."""

import sys
import threading

from submissions.connect.webhooks.sender import webhook_crew
from submissions.jobs.host import JobHost, Pace
from submissions.operating.service import utc_now
from submissions.outward.outgoing.addresses import networks
from submissions.storage.database import Database


def main() -> None:
    """Send whatever waits. With a short lease, in seconds, a killed sender is followed sooner."""
    _, url, lease = sys.argv
    pace = Pace(lease=float(lease), beat=float(lease) / 4, sweep=float(lease) / 2)
    with JobHost(Database(url), utc_now, pace) as host, webhook_crew(host, networks("127.0.0.0/8")):
        threading.Event().wait()


if __name__ == "__main__":
    main()
