"""Why the service is not ready, and what an operator can do about it."""

from api.words import Message
from submissions.readiness import Lack, Part


def not_ready() -> Message:
    """All of it in a line."""
    return Message(
        "submissions cannot be graded at the moment", "`backgrade doctor` on the machine says more"
    )


def lack(found: Lack) -> str:
    """One part that is lacking."""
    return {
        Part.DATABASE: "the database does not answer",
        Part.TABLES: "the tables are of another version; `backgrade migrate` brings them up to date",
        Part.QUEUE: f"nothing is being graded, and a file has waited for {found.seconds} s",
        Part.SANDBOX: "no worker with a safe sandbox was seen in the last minute",
    }[found.part]
