"""Live status over server-sent events: one look at the database for all who watch, however many they are."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator
from uuid import UUID

from anyio import CapacityLimiter, to_thread
from fastapi import HTTPException, Request, Response
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.exc import SQLAlchemyError

from submissions.database import Database
from submissions.errors import NotFound
from submissions.statuses import Status, statuses
from submissions.tables import State

_LOG = logging.getLogger("backgrade.events")
_EVERY = 0.2
_PLACES_EVERY = 5
"""Looks: who waits does not need to see every step of the queue."""
_PING = 15.0
_LONGEST = 900.0
"""Seconds after which a stream ends; who still watches comes back to where it was."""
_RETRY_MILLISECONDS = 1000
_MOST = 5000
"""Streams of one process; who comes after them asks now and then instead."""
_NO_CONTENT = 204
_UNAVAILABLE = 503
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class StateEvent(BaseModel):
    """The data of an event."""

    model_config = ConfigDict(frozen=True)

    state: State
    revision: int = Field(description="counts the changes of the state")
    ahead: int | None = Field(description="how many are graded before it; null where it does not wait")


class Watcher:
    """Looks for the news of all submissions that somebody watches, while somebody does."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners: dict[UUID, set[_Listener]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def watched(self) -> int:
        """How many streams there are."""
        return sum(map(len, self._listeners.values()))

    async def look(self, submission_id: UUID) -> Status:
        """The status now.

        Raises:
            NotFound: if the submission is gone.
        """
        found = await to_thread.run_sync(self._look, [submission_id], True)  # noqa: FBT003 - takes no names
        if submission_id not in found:
            raise NotFound
        return found[submission_id]

    async def follow(self, submission_id: UUID, known: Status) -> AsyncIterator[Status | None]:
        """Every change from what is known on, until nothing more will happen; None where all is still."""
        listener = _Listener()
        self._listeners[submission_id].add(listener)
        try:
            while not self._closed and not known.final:
                self._require_running()
                news = await listener.wait()
                if listener.gone:
                    return
                if news != known:
                    yield news
                known = news or known
        finally:
            self._listeners[submission_id].discard(listener)
            if not self._listeners[submission_id]:
                del self._listeners[submission_id]

    def close(self) -> None:
        """End all streams, so that a server can stop."""
        self._closed = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.tell(None)

    def _require_running(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        own_thread = CapacityLimiter(1)  # those that answer requests may all be waiting for the database
        looks = 0
        while self._listeners and not self._closed:
            watched, places = list(self._listeners), looks % _PLACES_EVERY == 0
            try:
                found = await to_thread.run_sync(self._look, watched, places, limiter=own_thread)
            except SQLAlchemyError:
                _LOG.exception("no look at the database")
            else:
                self._tell(watched, found, places=places)
            looks += 1
            await asyncio.sleep(_EVERY)

    def _look(self, ids: list[UUID], places: bool) -> dict[UUID, Status]:  # noqa: FBT001 - run by a thread
        with self._database.read() as session:
            return statuses(session, ids, places=places)

    def _tell(self, watched: list[UUID], found: dict[UUID, Status], *, places: bool) -> None:
        for submission_id in watched:
            status = found.get(submission_id)
            if status is not None and status.state == State.QUEUED and not places:
                continue  # its place is not known
            for listener in self._listeners.get(submission_id, ()):
                listener.tell(status)


class _Listener:
    """One stream's view of the news."""

    def __init__(self) -> None:
        self.gone = False
        self._news: Status | None = None
        self._changed = asyncio.Event()

    def tell(self, status: Status | None) -> None:
        """What the watcher saw; None where the submission is gone."""
        if status is None:
            self.gone = True
            self._changed.set()
            return
        if self._news != status:
            self._news = status
            self._changed.set()

    async def wait(self) -> Status | None:
        """The next news; None where there is none for a while."""
        try:
            await asyncio.wait_for(self._changed.wait(), _PING)
        except TimeoutError:
            return None
        self._changed.clear()
        return self._news


async def stream(request: Request, submission_id: UUID) -> Response:
    """The events of a submission, which the caller may see, from where they stopped listening.

    Raises:
        NotFound: if it is gone.
        HTTPException: if too many listen already.
    """
    watcher: Watcher = request.app.state.watcher
    if watcher.watched >= _MOST:
        raise HTTPException(_UNAVAILABLE, headers={"Retry-After": "5"})
    known = await watcher.look(submission_id)
    heard = request.headers.get("last-event-id") == _event_id(known)
    if heard and known.final:
        return Response(status_code=_NO_CONTENT)  # what tells a browser not to come back
    events = _events(watcher, submission_id, known, heard=heard)
    return EventSourceResponse(events, headers=_HEADERS)


async def _events(
    watcher: Watcher, submission_id: UUID, known: Status, *, heard: bool
) -> AsyncIterator[bytes]:
    yield format_sse_event(retry=_RETRY_MILLISECONDS)
    if not heard:
        yield _event(known)
    until = asyncio.get_running_loop().time() + _LONGEST
    async for news in watcher.follow(submission_id, known):
        yield _event(news) if news else KEEPALIVE_COMMENT
        if asyncio.get_running_loop().time() > until:
            return


def _event(status: Status) -> bytes:
    told = StateEvent(state=status.state, revision=status.revision, ahead=status.ahead)
    return format_sse_event(event="state", id=_event_id(status), data_str=told.model_dump_json())


def _event_id(status: Status) -> str:
    return f"{status.revision}" if status.ahead is None else f"{status.revision}-{status.ahead}"
