"""What a process that serves or grades says on its console."""

from pathlib import Path

from api.i18n import gettext as _
from api.words import storage


def stopping() -> str:
    """Say what happens after a signal to stop."""
    return _("Stopping. Gradings in progress finish first.")


def migrated(copy: Path) -> str:
    """The tables were brought up to date at the start."""
    return _("The database tables were updated. A copy of the old database is at {path}", path=copy)


def open_to_others(path: Path) -> str:
    """The data is more open than it was made."""
    return " ".join(filter(None, storage.open_to_others(path)))
