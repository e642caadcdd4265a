"""What a process that serves or grades says on its console."""

from pathlib import Path

from api.i18n import gettext as _
from api.words import Message, storage


def stopping() -> str:
    """Say what happens after a signal to stop."""
    return _("Stopping. Gradings in progress finish first.")


def migrated(copy: Path) -> str:
    """The tables were brought up to date at the start."""
    return _("The database tables were updated. A copy of the old database is at {path}", path=copy)


def open_to_others(path: Path) -> str:
    """The data is more open than it was made."""
    return " ".join(filter(None, storage.open_to_others(path)))


def port_taken(host: str, port: int, command: str) -> Message:
    """Another program listens there; this command chooses another port."""
    return Message(
        _("Another program listens on {host}:{port} already.", host=host, port=port),
        _("Choose another port: {command}", command=f"`{command}`"),
    )


def cannot_listen(host: str, port: int, reason: str) -> Message:
    """The address is not one of this machine, or is not for everybody."""
    return Message(
        _(
            "Backgrade cannot listen on {host}:{port}: {reason}.",
            host=host,
            port=port,
            reason=reason.lower(),
        ),
        _("Choose another address with --host and --port."),
    )
