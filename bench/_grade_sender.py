"""A process that sends grades until it is killed: `python -m bench._grade_sender URL LEASE`."""

import sys
import threading
from datetime import timedelta

from api.words.grade_comment import grade_comment
from submissions.connect.lms import parcels
from submissions.connect.lms.sender import GradeSender
from submissions.operating.service import utc_now
from submissions.outward.openid.outward import Internet
from submissions.storage.database import Database


def main() -> None:
    """Send whatever waits. With a short lease, in seconds, a killed sender is followed sooner."""
    _, url, lease = sys.argv
    parcels.LEASE = timedelta(seconds=float(lease))
    with GradeSender(Database(url), Internet(private=True), grade_comment, utc_now):
        threading.Event().wait()


if __name__ == "__main__":
    main()
