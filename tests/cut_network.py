"""A network between a client and PostgreSQL that can be cut: nothing arrives any more, and nobody is told."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import make_url

_CHUNK = 1 << 16


class Network:
    """Forwards to a server's socket, from a port of its own, until it is cut."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self._whole = threading.Event()
        self._whole.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = [self._listening]
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """From now on everything is swallowed; connections stay open on both sides."""
        self._whole.clear()

    def mend(self) -> None:
        """For new connections. Those that were cut stay silent."""
        self._whole.set()

    def close(self) -> None:
        """End all."""
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server))
                self._open += [client, server]
                silent = threading.Event()
                for one, other in ((client, server), (server, client)):
                    threading.Thread(target=self._forward, args=(one, other, silent), daemon=True).start()

    def _forward(self, one: socket.socket, other: socket.socket, silent: threading.Event) -> None:
        with suppress(OSError):
            while data := one.recv(_CHUNK):
                if not self._whole.is_set():
                    silent.set()
                if not silent.is_set():
                    other.sendall(data)
            if not silent.is_set():
                other.shutdown(socket.SHUT_WR)


@contextmanager
def cut_network(url: str) -> Iterator[tuple[Network, str]]:
    """A network to the server of this URL, and the URL through it."""
    parsed = make_url(url)
    network = Network(Path(str(parsed.query["host"]), ".s.PGSQL.5432"))
    through = parsed.set(host="127.0.0.1", port=network.port).difference_update_query(["host"])
    try:
        yield network, through.render_as_string(hide_password=False)
    finally:
        network.close()
