"""A process that sends webhooks until it is killed: `python -m bench._webhook_sender URL LEASE`."""

import sys
import threading
from datetime import timedelta

from submissions.connect.webhooks import claims
from submissions.connect.webhooks.sender import WebhookSender
from submissions.operating.service import utc_now
from submissions.outward.outgoing.addresses import networks
from submissions.storage.database import Database


def main() -> None:
    """Send whatever waits. With a short lease, in seconds, a killed sender is followed sooner."""
    _, url, lease = sys.argv
    claims.LEASE = timedelta(seconds=float(lease))
    with WebhookSender(Database(url), utc_now, networks("127.0.0.0/8")):
        threading.Event().wait()


if __name__ == "__main__":
    main()
