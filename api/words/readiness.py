"""Why the service is not ready, and what an operator can do about it."""

from api.words import Message, storage
from submissions.operating.readiness import FailedCheck, ReadinessPart


def not_ready() -> Message:
    """All of it in a line."""
    return Message(
        "submissions cannot be graded at the moment", "`backgrade doctor` on the machine says more"
    )


def lack(found: FailedCheck) -> str:
    """One part that is lacking."""
    return {
        ReadinessPart.STORAGE: storage.lacking(found.failure),
        ReadinessPart.DATABASE: "the database does not answer, or another program has locked it",
        ReadinessPart.TABLES: "the tables are of another version; `backgrade migrate` brings them up to date",
        ReadinessPart.QUEUE: (
            f"the queue stands still: a file has waited for {found.seconds} s, and none was begun"
        ),
        ReadinessPart.SANDBOX: "no worker with a safe sandbox was seen in the last minute",
    }[found.part]
