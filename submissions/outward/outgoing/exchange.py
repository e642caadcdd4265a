"""One request: bounded in time and size, never redirected, to an address that was looked at before."""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import NamedTuple

from submissions.outward import durations
from submissions.outward.outgoing.addresses import AddressRefused, Network, Target, resolved


class NoAnswerKind(StrEnum):
    """Why there is no answer."""

    NAME = "name-not-found"
    REFUSED = "internal-address"
    CONNECTION = "no-connection"
    CERTIFICATE = "bad-certificate"
    TIMEOUT = "timeout"
    PROTOCOL = "not-http"


class NoAnswer(Exception):
    """there is no answer."""

    def __init__(self, kind: NoAnswerKind) -> None:
        super().__init__(kind)
        self.kind = kind


class RawAnswer(NamedTuple):
    """Status, headers and body of an answer."""

    status: int
    headers: Mapping[str, str]
    """Headers by their names in lower case."""
    body: bytes
    is_whole: bool
    """Whether there is no more of the body."""


def exchange(
    method: str,
    url: str,
    headers: Mapping[str, str],
    body: bytes | None = None,
    *,
    internal: Sequence[Network] = (),
    seconds: float,
    longest: int,
) -> RawAnswer:
    """Make one request, within `seconds` in all, and read at most `longest` bytes of the response.

    Raises `NoAnswer` if there is none.
    """
    try:
        target = resolved(url, internal)
    except AddressRefused:
        raise NoAnswer(NoAnswerKind.REFUSED) from None
    except (OSError, UnicodeError):
        raise NoAnswer(NoAnswerKind.NAME) from None
    connection = _Connection(target, seconds)
    watch = threading.Timer(seconds, connection.abort)  # a peer that sends byte by byte outlives any timeout
    watch.daemon = True
    watch.start()
    try:
        own = {"Host": target.authority, "User-Agent": "Backgrade"}
        connection.request(method, target.path, body, {**own, **headers, "Connection": "close"})
        answer = connection.getresponse()
        read = answer.read(longest + 1)
        named = {name.lower(): value for name, value in answer.getheaders()}
        return RawAnswer(answer.status, named, read[:longest], len(read) <= longest)
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise NoAnswer(NoAnswerKind.TIMEOUT if connection.aborted else _kind(error)) from None
    finally:
        watch.cancel()
        connection.close()


class _Connection(http.client.HTTPConnection):
    """A connection to one of the addresses that were looked at, under the name that was meant."""

    def __init__(self, target: Target, seconds: float) -> None:
        super().__init__(target.host, target.port, timeout=seconds)
        self._target = target
        self._ends_at = time.monotonic() + seconds
        self._raw: socket.socket | None = None
        self.aborted = False

    def connect(self) -> None:
        """Connect by TCP, and begin TLS where the scheme asks for it."""
        self._raw = self._connected()
        self._raw.settimeout(self.timeout)
        self.sock = self._raw
        if self._target.scheme == "https":
            self.sock = ssl.create_default_context().wrap_socket(
                self._raw, server_hostname=self._target.host, do_handshake_on_connect=False
            )
            self._raw = self.sock
            self.sock.do_handshake()

    def abort(self) -> None:
        """End the connection, whatever it waits for."""
        self.aborted = True
        if self._raw is not None:
            # Of the socket itself: an encrypted one would say goodbye first, and wait for the peer.
            with suppress(OSError):
                socket.socket.shutdown(self._raw, socket.SHUT_RDWR)

    def _connected(self) -> socket.socket:
        for address in self._target.addresses:
            left = self._ends_at - time.monotonic()
            if left <= 0:
                raise TimeoutError
            try:
                return socket.create_connection((address, self._target.port), min(left, durations.CONNECTING))
            except OSError as error:
                failed = error
        raise failed


def _kind(error: Exception) -> NoAnswerKind:
    if isinstance(error, TimeoutError):
        return NoAnswerKind.TIMEOUT
    if isinstance(error, ssl.SSLError):
        return NoAnswerKind.CERTIFICATE
    if isinstance(error, OSError):
        return NoAnswerKind.CONNECTION
    return NoAnswerKind.PROTOCOL
