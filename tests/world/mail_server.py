"""A mail server on this machine that keeps what it is given: plain SMTP, as RFC 5321 has it."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage


@dataclass
class MailBox:
    """What arrived, and how the server is to behave."""

    messages: list[EmailMessage] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    """The same, as they came."""
    refuses: bool = False
    port: int = 0


class _MailHandler(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        box: MailBox = self.server.box  # type: ignore[attr-defined]
        self._say("220 ready")
        while line := self.rfile.readline().strip().upper():
            if line.startswith(b"EHLO"):
                self._say("250 here")
            elif line == b"DATA":
                self._say("354 go on")
                box.raw.append(self._message())
                box.messages.append(_read(box.raw[-1]))
                self._say("250 kept")
            elif line == b"QUIT":
                self._say("221 bye")
                return
            else:
                refused = box.refuses and line.startswith(b"RCPT")
                self._say("550 no such box" if refused else "250 fine")

    def _message(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return b"".join(lines)

    def _say(self, what: str) -> None:
        self.wfile.write(f"{what}\r\n".encode())


def _read(raw: bytes) -> EmailMessage:
    found = message_from_bytes(raw, policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


@contextmanager
def mail_server() -> Iterator[MailBox]:
    """One that listens on a free port of this machine."""
    box = MailBox()
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _MailHandler) as server:
        server.daemon_threads = True
        server.box = box  # type: ignore[attr-defined]
        box.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield box
        finally:
            server.shutdown()
            thread.join()
