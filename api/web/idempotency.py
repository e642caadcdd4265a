"""Idempotency-Key: a request that creates something may be repeated, and is carried out once.

The answer is kept in the transaction that carries the request out, so that neither is ever there without the
other: a crash in between leaves nothing, and the repeated request is the first one.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from threading import Lock
from typing import Annotated

from fastapi import Depends, Header, Request, Response
from msgspec import field
from pydantic import BaseModel
from sqlalchemy.orm import Session

from api.problems.errors import InFlight, KeyReused
from api.web.caller import Asks
from api.web.dependencies import Ours
from grader.records import Frozen
from submissions.people.access import idempotent_answers

REPLAYED = "Idempotency-Replayed"

_JSON = "application/json"


class CreatedResource(Frozen):
    """A thing that was created, and how that is answered."""

    answer: BaseModel
    status: int = 201
    headers: Mapping[str, str] = field(default_factory=dict)


Make = Callable[[Session], BaseModel | CreatedResource]


class Once:
    """Carries out the request it was made for once, whether or not it came with a key."""

    def __init__(
        self,
        request: Request,
        ours: Ours,
        caller: Asks,
        idempotency_key: Annotated[
            str | None,
            Header(
                alias="Idempotency-Key",
                min_length=1,
                max_length=255,
                description="any text of your choice: the same request with the same key within 24 hours is "
                "carried out once, and answered alike",
            ),
        ] = None,
    ) -> None:
        self._ours = ours
        self._in_flight: InFlightKeys = request.app.state.in_flight
        who = f"{caller.person_id}\n{request.method}\n{request.url.path}\n{idempotency_key}"
        self._key = None if idempotency_key is None else hashlib.sha256(who.encode()).hexdigest()

    def answer(self, given: BaseModel | bytes, make: Make) -> Response:
        """Create with `make` in one transaction; or answer what it created before for the same content.

        Raises:
            KeyReused: if the key came with other content.
            InFlight: if the first request with it is still being done.
        """
        content = given if isinstance(given, bytes) else given.model_dump_json().encode()
        if self._key is None:
            with self._ours.database.begin() as session:
                resource = _made(make, session)
            return _response(resource.status, resource.headers, _body(resource))
        with self._in_flight.holding(self._key), self._ours.database.begin() as session:
            return _kept(session, self._key, hashlib.sha256(content).hexdigest(), make, self._ours.now())


Repeatable = Annotated[Once, Depends()]


class InFlightKeys:
    """The keys of requests that are being carried out by this process.

    Another process is kept out by the row itself: it waits for the transaction, and repeats the answer.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._keys: set[str] = set()

    @contextmanager
    def holding(self, key: str) -> Iterator[None]:
        """Keep others out while the request is carried out. Raises `InFlight` if somebody else is at it."""
        with self._lock:
            if key in self._keys:
                raise InFlight
            self._keys.add(key)
        try:
            yield
        finally:
            with self._lock:
                self._keys.discard(key)


def _kept(session: Session, key: str, content: str, make: Make, now: datetime) -> Response:
    kept = idempotent_answers.claim(session, key, content, now=now)
    if kept.request_hash != content:
        raise KeyReused
    if kept.status is not None:
        return _response(kept.status, {**kept.headers, REPLAYED: "true"}, kept.body)
    resource = _made(make, session)
    kept.status, kept.headers, kept.body = resource.status, dict(resource.headers), _body(resource)
    return _response(kept.status, kept.headers, kept.body)


def _made(make: Make, session: Session) -> CreatedResource:
    made = make(session)
    return made if isinstance(made, CreatedResource) else CreatedResource(made)


def _body(resource: CreatedResource) -> bytes:
    return resource.answer.model_dump_json().encode()


def _response(status: int, headers: Mapping[str, str], body: bytes) -> Response:
    return Response(body, status, headers, media_type=_JSON)
