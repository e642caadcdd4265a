"""The tables of the database and their version."""

from pathlib import Path

from api.words import Message

CURRENT = "the tables are of this version"
OUTDATED = "the tables are of another version; `backgrade migrate` brings them up to date"
NOT_THERE = "there is no database yet; `backgrade migrate` or the first `backgrade serve` makes it"


def newer(version: str) -> Message:
    """A newer version of the code made them."""
    return Message(
        f"the tables are of version {version}, which this version of Backgrade does not know",
        "start the version of Backgrade that made them, or a newer one; or put an older backup back: "
        "`backgrade restore --force COPY`",
    )


def migrated(copy: Path | None) -> str:
    """It was done, and where the copy is that was made before."""
    return f"the tables are of this version now{f'; as they were: {copy}' if copy else ''}"
