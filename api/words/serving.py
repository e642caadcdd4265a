"""What a process that serves or grades says on its console."""

from pathlib import Path

from api.words import Message

HUNG_UP = "SIGHUP: nothing is read anew; settings are read at the start, so restart the service for new ones"
STOPPING = "stopping: what is being graded ends first"
OUTDATED = Message(
    "the tables are of another version", "`backgrade migrate` brings them up to date, once for all machines"
)
ONLY_SERVE = Message(
    "with SQLite, `backgrade serve` grades by itself",
    "for workers on other machines, set BACKGRADE_DATABASE_URL to a PostgreSQL database",
)


def serving(address: str) -> str:
    """It can be reached."""
    return f"Backgrade serves at {address}"


def grading(slots: int) -> str:
    """A worker takes work."""
    return f"Backgrade grades here, {slots} at a time"


def copied(copy: Path) -> str:
    """The tables were brought up to date."""
    return f"the tables were brought up to date; as they were: {copy}"


def cannot_listen(host: str, port: int, why: str) -> Message:
    """The address is taken, or not ours."""
    return Message(
        f"{host}:{port} cannot be listened on: {why.lower()}", "name another with --host and --port"
    )
