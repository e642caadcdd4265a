"""A web server on this machine that receives webhooks, and answers as it is told."""

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network

LOOPBACK = (ip_network("127.0.0.0/8"),)
"""What a receiver is allowed by."""


@dataclass
class Receiver:
    """What came, and what is answered."""

    url: str
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    drips: bool = False
    """It answers byte by byte, and never ends."""
    received: list[tuple[Mapping[str, str], str]] = field(default_factory=list)
    most_at_once: int = 0
    under_way: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def ids(self) -> list[str]:
        """Of the messages that came."""
        return [headers["webhook-id"] for headers, _ in self.received]


@contextmanager
def receiver() -> Iterator[Receiver]:
    """A receiver, as long as it is needed."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    made = server.made = Receiver(f"http://127.0.0.1:{server.server_port}/hooks")  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        """Take it, and answer."""
        made: Receiver = self.server.made  # type: ignore[attr-defined]
        with made.lock:
            made.under_way += 1
            made.most_at_once = max(made.most_at_once, made.under_way)
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        with made.lock:
            made.received.append((dict(self.headers), body))
            made.under_way -= 1
        if made.drips:
            self._drip()
            return
        self.send_response(made.status)
        for name, value in made.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _drip(self) -> None:
        try:
            while True:
                self.wfile.write(b"H")
                time.sleep(0.05)
        except OSError:
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Nothing."""
