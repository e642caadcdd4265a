"""Live status over server-sent events: one look at the database for all who watch, however many they are."""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from anyio import CapacityLimiter, to_thread
from fastapi import Request, Response
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import Receive, Scope, Send

from api.problems.errors import NoStreamFree, TooManyStreams
from api.problems.rate_limit import CONCURRENT, RateLimit
from api.web.caller import visitor_of
from submissions.access import throttle
from submissions.access.policy import Caller
from submissions.errors import NotFound
from submissions.operating.service import utc_now
from submissions.results.statuses import Status, statuses
from submissions.results.subscriptions import Subscriber, entitled
from submissions.storage.database import Database
from submissions.tables import State

_LOG = logging.getLogger("backgrade.events")
_EVERY = 0.1
_PLACES_EVERY = 10
"""Looks: who waits does not need to see every step of the queue."""
_PING = 15.0
_LONGEST = 900.0
"""Seconds after which a stream ends; who still watches comes back to where it was."""
_RETRY_MILLISECONDS = 1000
_RIGHTS_EVERY = 50
"""Looks: whether somebody may still listen is asked at every event, and this often where none happens."""
MOST = 5000
"""Streams of one process, where it may have as many descriptors; who comes after them asks now and then."""
_MOST_OF_A_PERSON = 20
_MOST_OF_AN_ADDRESS = 100
"""Behind one address may be a whole class that tries files."""
_NO_CONTENT = 204
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class StateEvent(BaseModel):
    """The data of an event."""

    model_config = ConfigDict(frozen=True)

    state: State
    revision: int = Field(description="counts the changes of the state")
    ahead: int | None = Field(description="how many are graded before it; null where it does not wait")


class Watcher:
    """Looks for the news of all submissions that somebody watches, while somebody does."""

    def __init__(
        self, database: Database, now: Callable[[], datetime] = utc_now, *, most: int = MOST
    ) -> None:
        self._database = database
        self._now = now
        self._most = most
        self._listeners: dict[UUID, set[Listener]] = defaultdict(set)
        self._of_one: Counter[UUID | str] = Counter()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def watched(self) -> int:
        """How many streams there are."""
        return self._of_one.total()

    def limit(self, subscriber: Subscriber) -> RateLimit:
        """How many streams somebody may have, and has left."""
        most = _MOST_OF_AN_ADDRESS if subscriber.caller.person_id is None else _MOST_OF_A_PERSON
        return RateLimit("streams", most, max(0, most - self._of_one[subscriber.whose]), unit=CONCURRENT)

    def admit(self, subscriber: Subscriber) -> "Listener":
        """A place for one stream; who has it leaves at its end.

        Raises:
            TooManyStreams: if they have as many as anybody may. The earlier ones stay: a browser whose stream
                is closed comes back at once, and would take the place of the next.
            NoStreamFree: if all places are taken.
        """
        if self.watched >= self._most:
            raise NoStreamFree
        limit = self.limit(subscriber)
        if not limit.left:
            raise TooManyStreams(limit)
        listener = Listener(subscriber)
        self._of_one[subscriber.whose] += 1
        self._listeners[subscriber.submission_id].add(listener)
        return listener

    def leave(self, listener: "Listener") -> None:
        """Give the place back."""
        whose, submission_id = listener.subscriber.whose, listener.subscriber.submission_id
        self._of_one[whose] -= 1
        self._of_one += Counter()  # keeps those who have any
        self._listeners[submission_id].discard(listener)
        if not self._listeners[submission_id]:
            del self._listeners[submission_id]

    async def look(self, submission_id: UUID) -> Status:
        """The status now.

        Raises:
            NotFound: if the submission is gone.
        """
        status = await to_thread.run_sync(self._status, submission_id)
        if status is None:
            raise NotFound
        return status

    async def follow(self, listener: "Listener", known: Status) -> AsyncIterator[Status | None]:
        """Every change from what is known on, until nothing more will happen; None where all is still.

        It also ends where the submission is gone, or whoever listens may not do so any more.
        """
        listener.known = known
        while not self._closed and not known.final:
            self._require_running()
            news = await listener.wait()
            if listener.over:
                return
            if news != known:
                yield news
            known = news or known

    def close(self) -> None:
        """End all streams, so that a server can stop."""
        self._closed = True
        for listener in self._everybody():
            listener.end()

    def _everybody(self) -> list["Listener"]:
        return [listener for listeners in self._listeners.values() for listener in listeners]

    def _require_running(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        own_thread = CapacityLimiter(1)  # those that answer requests may all be waiting for the database
        looks = 0
        while self._listeners and not self._closed:
            look = Look(self._everybody(), looks % _PLACES_EVERY == 0, looks % _RIGHTS_EVERY == 0)
            try:
                news, barred = await to_thread.run_sync(self._look, look, limiter=own_thread)
            except SQLAlchemyError:
                _LOG.exception("no look at the database")
            else:
                for listener in barred:
                    listener.end()
                self._tell(news)
            looks += 1
            await asyncio.sleep(_EVERY)

    def _status(self, submission_id: UUID) -> Status | None:
        with self._database.read() as session:
            return statuses(session, [submission_id]).get(submission_id)

    def _look(self, look: "Look") -> tuple["News", list["Listener"]]:
        """What became of the submissions, and who may not hear it any more."""
        with self._database.read() as session:
            states = statuses(session, look.submissions, places=look.places)
            news = {submission_id: states.get(submission_id) for submission_id in look.submissions}
            if not look.places:  # of those that wait, half is not known
                news = {id_: status for id_, status in news.items() if not _waits(status)}
            asked = [listener for listener in look.listeners if look.rights or listener.has_not_heard(news)]
            let_in = entitled(session, {listener.subscriber for listener in asked}, now=self._now())
        return news, [listener for listener in asked if listener.subscriber not in let_in]

    def _tell(self, news: "News") -> None:
        for submission_id, status in news.items():
            for listener in self._listeners.get(submission_id, ()):
                listener.tell(status)


def _waits(status: Status | None) -> bool:
    return status is not None and status.state == State.QUEUED


News = Mapping[UUID, Status | None]
"""By submission; None where it is gone."""


class Look(NamedTuple):
    """What one look at the database is about."""

    listeners: list["Listener"]
    places: bool
    """Whether places in the queue are asked for."""
    rights: bool
    """Whether everybody's rights are looked at, and not only of those who are about to hear something."""

    @property
    def submissions(self) -> list[UUID]:
        """Each once, in an order that stays."""
        return list({listener.subscriber.submission_id: None for listener in self.listeners})


class Listener:
    """One stream's view of the news."""

    def __init__(self, subscriber: Subscriber) -> None:
        self.subscriber = subscriber
        self.over = False
        self.known: Status | None = None
        self._changed = asyncio.Event()

    def has_not_heard(self, news: News) -> bool:
        """Whether this is news to it."""
        submission_id = self.subscriber.submission_id
        return submission_id in news and news[submission_id] != self.known

    def tell(self, status: Status | None) -> None:
        """What the watcher saw; None where the submission is gone."""
        if status is None:
            self.end()
        elif self.known != status:
            self.known = status
            self._changed.set()

    def end(self) -> None:
        """There is nothing more to hear, or not for this one."""
        self.over = True
        self._changed.set()

    async def wait(self) -> Status | None:
        """The next news; None where there is none for a while."""
        try:
            await asyncio.wait_for(self._changed.wait(), _PING)
        except TimeoutError:
            return None
        self._changed.clear()
        return self.known


class _Stream(EventSourceResponse):
    """Events as they come; its place is given back however it ends."""

    def __init__(self, watcher: Watcher, listener: Listener, events: AsyncIterator[bytes]) -> None:
        limit = watcher.limit(listener.subscriber)
        super().__init__(events, headers={**_HEADERS, **limit.headers})
        self._watcher = watcher
        self._listener = listener

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._watcher.leave(self._listener)


async def stream(request: Request, submission_id: UUID, caller: Caller) -> Response:
    """The events of a submission, which the caller may see, from where they stopped listening.

    Raises:
        NotFound: if it is gone.
        TooManyStreams, NoStreamFree: if they listen to too many, or too many listen.
    """
    watcher: Watcher = request.app.state.watcher
    known = await watcher.look(submission_id)
    heard = request.headers.get("last-event-id") == _event_id(known)
    if heard and known.final:
        return Response(status_code=_NO_CONTENT)  # what tells a browser not to come back
    listener = watcher.admit(_subscriber(request, submission_id, caller))
    return _Stream(watcher, listener, _events(watcher, listener, known, heard=heard))


def _subscriber(request: Request, submission_id: UUID, caller: Caller) -> Subscriber:
    visitor = visitor_of(request) if caller.person_id else None
    address = throttle.whom(request.client.host if request.client else None)
    return Subscriber(submission_id, caller, visitor.session_id if visitor else None, address)


async def _events(
    watcher: Watcher, listener: Listener, known: Status, *, heard: bool
) -> AsyncIterator[bytes]:
    yield format_sse_event(retry=_RETRY_MILLISECONDS)
    if not heard:
        yield _event(known)
    until = asyncio.get_running_loop().time() + _LONGEST
    async for news in watcher.follow(listener, known):
        yield _event(news) if news else KEEPALIVE_COMMENT
        if asyncio.get_running_loop().time() > until:
            return


def _event(status: Status) -> bytes:
    event = StateEvent(state=status.state, revision=status.revision, ahead=status.ahead)
    return format_sse_event(event="state", id=_event_id(status), data_str=event.model_dump_json())


def _event_id(status: Status) -> str:
    return f"{status.revision}" if status.ahead is None else f"{status.revision}-{status.ahead}"
