"""A process that sends grades until it is killed: `python -m bench._grade_sender URL LEASE`."""

import sys
import threading

from api.words.grade_change import grade_comment
from submissions.connect.lms.sender import passback_crew
from submissions.jobs.host import JobHost, Pace
from submissions.operating.service import utc_now
from submissions.outward.openid.outward import Internet
from submissions.storage.database import Database


def main() -> None:
    """Send whatever waits. With a short lease, in seconds, a killed sender is followed sooner."""
    _, url, lease = sys.argv
    pace = Pace(lease=float(lease), beat=float(lease) / 4, sweep=float(lease) / 2)
    internet = Internet(private=True)
    with (
        JobHost(Database(url), utc_now, pace) as host,
        passback_crew(host, internet, grade_comment, utc_now),
    ):
        threading.Event().wait()


if __name__ == "__main__":
    main()
