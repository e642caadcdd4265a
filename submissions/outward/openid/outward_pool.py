"""Requests to other machines whose answers pages need: in a few threads of their own, never in one of pages.

A neighbour that does not answer holds up its own requests, and nobody else's.
"""

import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import urlsplit

from submissions.errors import OutwardBusy
from submissions.outward import durations
from submissions.outward.openid.outward import Outward, OutwardAnswer, OutwardRequest, Unreachable
from submissions.outward.outgoing.exchange import NoAnswerKind

_THREADS = 12
_MOST_WAITING = 400
_UNDER_WAY = datetime.max.replace(tzinfo=UTC)


class Lane(NamedTuple):
    """Requests that wait for one another, and for no others."""

    name: str
    at_once: int = 4
    waiting: int = 200


REGISTRATIONS = Lane("registrations", at_once=2, waiting=4)
"""The lane of all platforms that register: anybody may name any machine there, without an account."""


@dataclass(frozen=True, slots=True, eq=False)
class _Errand:
    """A request that waits, or is under way."""

    outward: Outward
    request: OutwardRequest
    answer: Future[OutwardAnswer] = field(default_factory=Future)


class OutwardPool:
    """Sends so many requests at a time, and so many of one lane. What would wait too long is refused."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._waiting: dict[Lane, deque[_Errand]] = {}
        self._under_way: Counter[Lane] = Counter()
        self._public: dict[tuple[Lane, str], tuple[_Errand, datetime]] = {}
        """Public documents by address: under way, or failed, and until when that counts."""
        self._silent: dict[tuple[Lane, str], datetime] = {}
        """Sites that did not answer in time, and until when they are left alone."""

    def send(
        self, outward: Outward, request: OutwardRequest, lane: Lane | None = None
    ) -> Future[OutwardAnswer]:
        """The answer, once it is there. Without a lane, requests to one site share one.

        Raises `OutwardBusy` if too many wait.
        """
        lane = lane or Lane(_site(request.url))
        with self._lock:
            self._forget()
            if request.is_public and (lane, request.url) in self._public:
                return self._public[lane, request.url][0].answer
            errand = _Errand(outward, request)
            self._admit(lane, errand)
            if request.is_public:
                self._public[lane, request.url] = errand, _UNDER_WAY
            self._start()
        return errand.answer

    def _admit(self, lane: Lane, errand: _Errand) -> None:
        in_lane = len(self._waiting.get(lane, ()))
        if in_lane >= lane.waiting or sum(map(len, self._waiting.values())) >= _MOST_WAITING:
            raise OutwardBusy
        self._waiting.setdefault(lane, deque()).append(errand)

    def _start(self) -> None:
        """Begin what may begin; whose turn it was comes last. With the lock."""
        for lane in [each for each in self._waiting if self._under_way[each] < each.at_once]:
            if self._under_way.total() >= _THREADS:
                return
            queue = self._waiting.pop(lane)
            self._under_way[lane] += 1
            errand = queue.popleft()
            threading.Thread(target=self._carry, args=(lane, errand), name="outward", daemon=True).start()
            if queue:
                self._waiting[lane] = queue

    def _carry(self, lane: Lane, errand: _Errand) -> None:
        answer, failure = self._exchange(lane, errand)
        with self._lock:
            self._under_way[lane] -= 1
            self._remember(lane, errand, is_good=answer is not None and answer.is_good)
            if isinstance(failure, Unreachable) and failure.args == (NoAnswerKind.TIMEOUT,):
                self._silent.setdefault((lane, _site(errand.request.url)), self._now() + durations.FAILURE)
            self._start()
        if answer is not None:
            errand.answer.set_result(answer)
        else:
            errand.answer.set_exception(failure)

    def _exchange(self, lane: Lane, errand: _Errand) -> tuple[OutwardAnswer | None, Exception | None]:
        with self._lock:
            is_silent = (lane, _site(errand.request.url)) in self._silent
        if is_silent:
            return None, Unreachable(NoAnswerKind.TIMEOUT)
        try:
            return errand.outward.send(errand.request), None
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            return None, error

    def _remember(self, lane: Lane, errand: _Errand, *, is_good: bool) -> None:
        """Remember that a public document failed, or forget one that was read. Call it with the lock."""
        if not errand.request.is_public:
            return
        if is_good:
            del self._public[lane, errand.request.url]
        else:
            self._public[lane, errand.request.url] = errand, self._now() + durations.FAILURE

    def _forget(self) -> None:
        """Drop what has been remembered for long enough. With the lock."""
        now = self._now()
        self._public = {key: kept for key, kept in self._public.items() if kept[1] > now}
        self._silent = {key: until for key, until in self._silent.items() if until > now}
        self._under_way += Counter()


def _site(url: str) -> str:
    """The host and port that are asked; any text where it is no address."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""
