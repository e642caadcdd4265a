"""A Backgrade service as a program sees it: requests with a token, and its problems as messages.

A token belongs to the service that is named beside it, never to the address of a page: anybody can send one
around. What a service says is shown without the characters that a terminal obeys.
"""

import json
import re
import time
import tomllib
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote, urlencode, urlsplit

from api.i18n import gettext as _
from api.terminal import durations
from api.words import Message
from grader.records import Frozen
from grader.sandbox.replies import printable

SERVER, TOKEN = "BACKGRADE_SERVER", "BACKGRADE_TOKEN"
_FILE = Path("backgrade", "client.toml")
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
_TRIES = 4
_MOST_DIGITS = 9
_MOST_BYTES = 64 * 1024 * 1024
_BUSY = frozenset({429, 503})


class RemoteFailed(Exception):
    """the service refused a request, or could not be reached."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.seen)
        self.message = message


class Remote(Frozen):
    """A service, and the token that is shown to it alone."""

    server: str
    token: str

    def get(self, path: str) -> bytes:
        """Get what is at a path of the REST interface. Raises `RemoteFailed` if it cannot be had."""
        return self._ask(urllib.request.Request(self._url(path), headers=self._headers()))[0]  # noqa: S310

    def submission(self, id_: str) -> tuple[dict[str, Any], float]:
        """A submission, and after how many seconds to look again.

        Raises `RemoteFailed` if it cannot be had.
        """
        asked = urllib.request.Request(self._url(f"/submissions/{id_}"), headers=self._headers())  # noqa: S310
        content, pause = self._ask(asked)
        return submission(content), pause

    def submit(
        self, assignment: str, name: str, content: bytes, *, class_name: str = "", alone: bool = False
    ) -> dict[str, Any]:
        """Hand a file in, once however often it has to be tried; the submission.

        With the name of the class to grade, where the file has several; `alone`, where one is in no group.

        Raises `RemoteFailed` if it is not taken.
        """
        asked_for = {"name": name}
        asked_for |= {"class_name": class_name} if class_name else {}
        asked_for |= {"alone": "true"} if alone else {}
        url = self._url(f"/assignments/{assignment}/submissions?{urlencode(asked_for, quote_via=quote)}")
        headers = {"Idempotency-Key": str(uuid.uuid4()), "Content-Type": "text/plain", **self._headers()}
        asked = urllib.request.Request(url, content, headers, method="POST")  # noqa: S310 - checked by `remote`
        return submission(self._ask(asked)[0])

    def _url(self, path: str) -> str:
        return f"{self.server}/api/v1{path}"

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "Accept": "application/json"}

    def _ask(self, asked: urllib.request.Request) -> tuple[bytes, float]:
        """Return the content, and the pause that the service asks for.

        A busy service is asked again after the time that it names, unless that is long.
        """
        opener = urllib.request.build_opener(_NoRedirects)
        for left in reversed(range(_TRIES)):
            try:
                with opener.open(asked, timeout=durations.REMOTE_ANSWER) as answer:
                    return answer.read(_MOST_BYTES), _pause(answer.headers.get("Retry-After"))
            except urllib.error.HTTPError as error:
                with error:
                    pause = _pause(error.headers.get("Retry-After"))
                    if error.code not in _BUSY or not left or pause > durations.REMOTE_PAUSE_LONGEST:
                        raise RemoteFailed(_refusal(error)) from None
                    time.sleep(pause)
            except (OSError, HTTPException) as error:
                if not left:
                    raise RemoteFailed(_unreachable(self.server, error)) from None
                time.sleep(1)
        raise AssertionError  # the last turn of the loop leaves it


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The token goes to the address that was given, and nowhere else."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        """None: the answer is an error."""


def document(content: bytes) -> dict[str, Any]:
    """A JSON document that the service sent; none of its texts moves a cursor or reorders a line.

    Raises `RemoteFailed` if it is none.
    """
    try:
        found = _readable(json.loads(content))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RemoteFailed(_no_service())
    return found


def submission(content: bytes) -> dict[str, Any]:
    """The document of a submission. Raises `RemoteFailed` if it is none."""
    found = document(content)
    id_ = found.get("id")
    if not isinstance(id_, str) or _ID.fullmatch(id_) is None or not isinstance(found.get("state"), str):
        raise RemoteFailed(_no_service())
    return found


def _readable(value: Any) -> Any:  # noqa: ANN401 - what JSON can hold
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list):
        return [_readable(each) for each in value]
    return {name: _readable(each) for name, each in value.items()} if isinstance(value, dict) else value


def remote(environment: Mapping[str, str], page: str) -> Remote:
    """The service that the environment or a file names; the first of these counts.

    Raises `RemoteFailed` if none is named, there is no token, or the token would be sent somewhere else.
    """
    kept = _kept(environment)
    of_page = origin(page)
    server = (environment.get(SERVER) or kept.get("server", "")).rstrip("/")
    token = environment.get(TOKEN) or kept.get("token", "")
    if not server:
        raise RemoteFailed(_missing(_("The address of the service is missing."), SERVER, environment))
    if not token:
        raise RemoteFailed(_missing(_("The token is missing."), TOKEN, environment))
    for problem in _problems(server, of_page):
        raise RemoteFailed(problem)
    return Remote(server, token)


def _problems(server: str, of_page: str) -> Iterator[Message]:
    """Why a token must not be sent to an address."""
    parts = urlsplit(server)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        yield Message(
            _("{server} is not the address of a service.", server=server),
            _("Write it like https://grader.example.edu."),
        )
    if parts.scheme == "http" and parts.hostname not in _LOCAL:
        yield Message(
            _("The connection to {server} is not encrypted, so the token is not sent.", server=server),
            _("Use an address that begins with https://."),
        )
    if of_page and of_page != f"{parts.scheme}://{parts.netloc}":
        yield Message(
            _("The assignment is on {page}, but your token is for {server}.", page=of_page, server=server),
            _("Set {variable} to the service of the assignment, with a token of it.", variable=SERVER),
        )


def origin(page: str) -> str:
    """Return the origin of the address of a page; empty where it is none."""
    parts = urlsplit(page)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in {"http", "https"} else ""


def config_file(environment: Mapping[str, str]) -> Path:
    """Return the file that may hold the address and the token."""
    folder = environment.get("XDG_CONFIG_HOME")
    return (Path(folder) if folder else Path.home() / ".config") / _FILE


def _kept(environment: Mapping[str, str]) -> dict[str, str]:
    file = config_file(environment)
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        message = Message(_("{file} cannot be read: {error}.", file=str(file), error=str(error)))
        raise RemoteFailed(message) from None
    return {name: value for name, value in found.items() if isinstance(value, str)}


def _missing(what: str, variable: str, environment: Mapping[str, str]) -> Message:
    file = str(config_file(environment))
    advice = _("Set {variable}, or write `server` and `token` into {file}.", variable=variable, file=file)
    return Message(what, advice)


def _refusal(error: urllib.error.HTTPError) -> Message:
    """The problem in the words of the service."""
    try:
        problem = document(error.read(_MOST_BYTES))
    except (RemoteFailed, OSError, HTTPException):
        return _no_service()
    if not isinstance(problem.get("detail"), str):
        return _no_service()
    advice = problem.get("advice")
    return Message(problem["detail"], advice if isinstance(advice, str) else "")


def _unreachable(server: str, error: Exception) -> Message:
    reason = getattr(error, "reason", error)
    return Message(
        _("{server} cannot be reached: {reason}.", server=server, reason=str(reason)),
        _("Check the address and your connection, then try again. A file is never submitted twice."),
    )


def _no_service() -> Message:
    return Message(
        _("The answer did not come from a Backgrade service."),
        _("Check the address: it is the one of the start page, without a path."),
    )


def _pause(asked: str | None) -> float:
    """Seconds: as many as a service asks for, or a moment in the future; one where it says nothing."""
    if asked is None:
        return 1.0
    if asked.isascii() and asked.isdigit():
        return float(asked[:_MOST_DIGITS])
    try:
        return max(0.0, parsedate_to_datetime(asked).timestamp() - time.time())
    except ValueError:
        return 1.0
