"""Where the service listens: a socket at an address, or why there is none."""

import socket


class CannotListen(Exception):
    """the address cannot be had."""

    def __init__(self, host: str, port: int, why: str) -> None:
        super().__init__(f"{host}:{port}: {why}")
        self.host = host
        self.port = port
        self.why = why


def bound(host: str, port: int) -> socket.socket:
    """A socket at the address; of port 0, at any free one.

    Raises:
        CannotListen: if it cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, UnicodeError) as error:
        listener.close()
        why = getattr(error, "strerror", None) or "there is no such address"
        raise CannotListen(host, port, why) from None
    return listener


def address(at: socket.socket) -> str:
    """Where a browser on this machine finds it."""
    host, port = at.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - looked for, not listened on
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"
