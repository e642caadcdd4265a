"""One look at the database for all who listen to news, however many they are."""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from anyio import CapacityLimiter, to_thread
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from api.problems.errors import NoStreamFree, TooManyStreams
from api.problems.rate_limit import CONCURRENT, RateLimit
from submissions.errors import NotFound
from submissions.operating.service import utc_now
from submissions.storage.database import Database
from submissions.tables import State
from submissions.teaching.figures.pulse import Pulse, pulses
from submissions.teaching.results.statuses import Status, statuses
from submissions.teaching.results.subscriptions import (
    OneAssignment,
    OneSubmission,
    Subject,
    Subscriber,
    entitled,
)

_LOG = logging.getLogger("backgrade.events")
_EVERY = 0.1
_SELDOM = 10
"""Looks: who waits does not need to see every step of the queue, nor a class every result of a second."""
_PING = 15.0
_RIGHTS_EVERY = 50
"""Looks: whether somebody may still listen is asked at every event, and this often where none happens."""
MOST = 5000
"""Streams of one process, where it may have as many descriptors; who comes after them asks now and then."""
_MOST_OF_A_PERSON = 20
_MOST_OF_AN_ADDRESS = 100
"""Behind one address may be a whole class that tries files."""

News = Status | Pulse
"""The state of a subject that is known at one time."""
AllNews = Mapping[Subject, News | None]
"""None where the subject is gone."""


class NewsFeed:
    """Looks for the news of all that somebody follows, while somebody does."""

    def __init__(
        self, database: Database, now: Callable[[], datetime] = utc_now, *, most: int = MOST
    ) -> None:
        self._database = database
        self._now = now
        self._most = most
        self._listeners: dict[Subject, set[Listener]] = defaultdict(set)
        self._of_one: Counter[UUID | str] = Counter()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def streams(self) -> int:
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
        if self.streams >= self._most:
            raise NoStreamFree
        limit = self.limit(subscriber)
        if not limit.left:
            raise TooManyStreams(limit)
        listener = Listener(subscriber)
        self._of_one[subscriber.whose] += 1
        self._listeners[subscriber.subject].add(listener)
        return listener

    def leave(self, listener: "Listener") -> None:
        """Remove a listener."""
        whose, subject = listener.subscriber.whose, listener.subscriber.subject
        self._of_one[whose] -= 1
        self._of_one += Counter()  # keeps those who have any
        self._listeners[subject].discard(listener)
        if not self._listeners[subject]:
            del self._listeners[subject]

    async def look(self, subject: Subject) -> News:
        """Return the news of the subject now. Raises `NotFound` if it is gone."""
        news = await to_thread.run_sync(self._news_of, subject)
        if news is None:
            raise NotFound
        return news

    async def follow(self, listener: "Listener", known: News) -> AsyncIterator[News | None]:
        """Yield every change since `known`, until nothing more will happen; None while nothing changes.

        It also ends where the subject is gone, or whoever listens may not do so any more.
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
            self._task = asyncio.create_task(self._poll())

    async def _poll(self) -> None:
        own_thread = CapacityLimiter(1)  # those that answer requests may all be waiting for the database
        looks = 0
        while self._listeners and not self._closed:
            look = Look(self._everybody(), looks % _SELDOM == 0, looks % _RIGHTS_EVERY == 0)
            looks += 1
            if look.is_due:
                await self._spread(look, own_thread)
            await asyncio.sleep(_EVERY)

    async def _spread(self, look: "Look", thread: CapacityLimiter) -> None:
        """Look, and tell everybody what concerns them."""
        try:
            news, barred = await to_thread.run_sync(self._look, look, limiter=thread)
        except SQLAlchemyError:
            _LOG.exception("no look at the database")
            return
        for listener in barred:
            listener.end()
        self._tell(news)

    def _news_of(self, subject: Subject) -> News | None:
        with self._database.read() as session:
            return _news(session, [subject])[subject]

    def _look(self, look: "Look") -> tuple[AllNews, list["Listener"]]:
        """Return the news of the subjects, and the listeners who may not hear it any more."""
        with self._database.read() as session:
            news = _news(session, look.subjects, thorough=look.thorough)
            asked = [listener for listener in look.listeners if look.rights or listener.has_not_heard(news)]
            let_in = entitled(session, {listener.subscriber for listener in asked}, now=self._now())
        return news, [listener for listener in asked if listener.subscriber not in let_in]

    def _tell(self, news: AllNews) -> None:
        for subject, known in news.items():
            for listener in self._listeners.get(subject, ()):
                listener.tell(known)


def _news(session: Session, subjects: Collection[Subject], *, thorough: bool = True) -> AllNews:
    """Return the news of each subject; unless `thorough`, without what is not urgent."""
    submissions = [each for each in subjects if isinstance(each, OneSubmission)]
    by_id = statuses(session, [each.id for each in submissions], places=thorough)
    news: dict[Subject, News | None] = {each: by_id.get(each.id) for each in submissions}
    if not thorough:  # of those that wait, half is not known
        return {subject: status for subject, status in news.items() if not _waits(status)}
    assignments = [each for each in subjects if isinstance(each, OneAssignment)]
    counts = pulses(session, [each.id for each in assignments])
    return news | {each: counts.get(each.id) for each in assignments}


def _waits(news: News | None) -> bool:
    return isinstance(news, Status) and news.state == State.QUEUED


class Look(NamedTuple):
    """A look at the database: the listeners, and what it asks."""

    listeners: list["Listener"]
    thorough: bool
    """Whether places in the queue are asked for, and what happened in assignments."""
    rights: bool
    """Whether everybody's rights are looked at, and not only of those who are about to hear something."""

    @property
    def is_due(self) -> bool:
        """Whether there is anything to ask: assignments are looked at seldom."""
        return self.thorough or self.rights or any(isinstance(each, OneSubmission) for each in self.subjects)

    @property
    def subjects(self) -> list[Subject]:
        """Return each subject once, in a stable order."""
        return list({listener.subscriber.subject: None for listener in self.listeners})


class Listener:
    """One stream's view of the news."""

    def __init__(self, subscriber: Subscriber) -> None:
        self.subscriber = subscriber
        self.over = False
        self.known: News | None = None
        self._changed = asyncio.Event()

    def has_not_heard(self, all_news: AllNews) -> bool:
        """Whether there is something new for it."""
        subject = self.subscriber.subject
        return subject in all_news and all_news[subject] != self.known

    def tell(self, news: News | None) -> None:
        """Tell the listener what the feed saw; None where the subject is gone."""
        if news is None:
            self.end()
        elif self.known != news:
            self.known = news
            self._changed.set()

    def end(self) -> None:
        """End the stream of this listener."""
        self.over = True
        self._changed.set()

    async def wait(self) -> News | None:
        """The next news; None where there is none for a while."""
        try:
            await asyncio.wait_for(self._changed.wait(), _PING)
        except TimeoutError:
            return None
        self._changed.clear()
        return self.known
