"""Where the service listens: a socket at an address, or why there is none."""

import errno
import socket

_NEAR, _LAST_PORT = 20, 65_535


class CannotListen(Exception):
    """the address cannot be had."""

    def __init__(self, host: str, port: int, why: str, free: int | None = None) -> None:
        super().__init__(f"{host}:{port}: {why}")
        self.host = host
        self.port = port
        self.why = why
        self.free = free
        """A port that nobody listens on, where the other one is taken."""


def bound(host: str, port: int) -> socket.socket:
    """A socket at the address; of port 0, at any free one. Raises `CannotListen` if it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, UnicodeError) as error:
        listener.close()
        why = getattr(error, "strerror", None) or "there is no such address"
        is_taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        raise CannotListen(host, port, why, _free_after(host, port) if is_taken else None) from None
    return listener


def _free_after(host: str, port: int) -> int:
    """Return the next port that can be had; 0, which takes any free one, if it is far."""
    for each in range(port + 1, min(port + _NEAR, _LAST_PORT) + 1):
        try:
            with bound(host, each):
                return each
        except CannotListen:
            continue
    return 0


def address(at: socket.socket) -> str:
    """Return the address for a browser on this machine."""
    host, port = at.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - looked for, not listened on
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"
