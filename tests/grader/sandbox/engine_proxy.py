"""Stands between us and an engine, so that a test can take the engine away without ending it."""

import socket
import threading
from contextlib import suppress
from pathlib import Path


class EngineProxy:
    """Passes everything on, until it is told to be gone, or to be silent."""

    def __init__(self, engine: str, folder: Path) -> None:
        self._engine = engine.removeprefix("unix://")
        self._path = folder / "engine.sock"
        self._silent = threading.Event()
        self._connections: list[socket.socket] = []
        self._listener: socket.socket
        self._accepting: threading.Thread
        self.come_back()

    @property
    def address(self) -> str:
        return f"unix://{self._path}"

    def come_back(self) -> None:
        """Answer (again), if it does not."""
        self._silent.clear()
        if self._path.exists():
            return
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._path))
        self._listener.listen(64)
        self._accepting = threading.Thread(target=self._accept, args=(self._listener,), daemon=True)
        self._accepting.start()

    def die(self) -> None:
        """Hang up on everybody, and take no call."""
        self._path.unlink(missing_ok=True)
        _hang_up(self._listener)  # which also wakes who accepts
        self._accepting.join()
        while self._connections:
            _hang_up(self._connections.pop())

    def fall_silent(self) -> None:
        """Take calls and say nothing."""
        self._silent.set()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                ours, _ = listener.accept()
            except OSError:
                return
            theirs = socket.socket(socket.AF_UNIX)
            theirs.connect(self._engine)
            self._connections += [ours, theirs]
            for source, target in ((ours, theirs), (theirs, ours)):
                threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                if self._silent.is_set():
                    return
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)


def _hang_up(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
