"""Requests for pages: a neighbour that hangs holds up its own, public documents are asked for once."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from datetime import timedelta
from threading import Event, Semaphore

import pytest

from submissions.errors import OutwardBusy
from submissions.outward.openid.outward import OutwardAnswer, OutwardRequest, Unreachable
from submissions.outward.openid.outward_pool import REGISTRATIONS, Lane, OutwardPool
from submissions.outward.outgoing.exchange import NoAnswerKind
from tests.world.clock import FakeClock

GOOD, BROKEN = OutwardAnswer(200), OutwardAnswer(500)
ENOUGH = 60
"""Seconds, after which a test that waits has failed."""


class Neighbours:
    """Machines: some answer, some hang until they are let go."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.begun = Semaphore(0)
        self.let_go = Event()
        self.says: OutwardAnswer | Unreachable = GOOD

    def send(self, request: OutwardRequest) -> OutwardAnswer:
        self.asked.append(request.url)
        self.begun.release()
        if "hangs" in request.url:
            self.let_go.wait(ENOUGH)
        if isinstance(self.says, Unreachable):
            raise self.says
        return self.says


@pytest.fixture
def neighbours() -> Iterator[Neighbours]:
    made = Neighbours()
    yield made
    made.let_go.set()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def pool(clock: FakeClock) -> OutwardPool:
    return OutwardPool(clock)


def get(url: str, *, public: bool = False) -> OutwardRequest:
    return OutwardRequest("GET", url, is_public=public)


def test_who_hangs_holds_up_nobody_else(neighbours: Neighbours, pool: OutwardPool) -> None:
    waiting = [pool.send(neighbours, get(f"https://hangs.example.edu/{n}")) for n in range(100)]
    assert pool.send(neighbours, get("https://lms.example.edu/")).result(ENOUGH) == GOOD
    assert len([url for url in neighbours.asked if "hangs" in url]) <= Lane("").at_once
    assert not any(each.done() for each in waiting)
    neighbours.let_go.set()
    assert all(each.result(ENOUGH) == GOOD for each in waiting), "all of them had their turn"


def test_all_lanes_together_have_so_many_threads(neighbours: Neighbours, pool: OutwardPool) -> None:
    waiting: list[Future[OutwardAnswer]] = []
    with suppress(OutwardBusy):
        while len(waiting) < 1000:
            waiting.append(pool.send(neighbours, get(f"https://hangs-{len(waiting)}.example.edu/")))
    assert 12 < len(waiting) < 1000
    assert len(neighbours.asked) <= 12
    neighbours.let_go.set()
    assert all(each.result(ENOUGH) == GOOD for each in waiting)


def test_registrations_of_all_machines_share_one_short_lane(
    neighbours: Neighbours, pool: OutwardPool
) -> None:
    for number in range(REGISTRATIONS.at_once + REGISTRATIONS.waiting):
        pool.send(neighbours, get(f"https://hangs-{number}.example.com/"), REGISTRATIONS)
    with pytest.raises(OutwardBusy):
        pool.send(neighbours, get("https://hangs.example.com/"), REGISTRATIONS)
    assert pool.send(neighbours, get("https://lms.example.edu/")).result(ENOUGH) == GOOD


def test_who_needs_a_public_document_shares_one_request(neighbours: Neighbours, pool: OutwardPool) -> None:
    url = "https://hangs.example.edu/keys"
    sent = [pool.send(neighbours, get(url, public=True)) for _ in range(45)]
    assert len(set(map(id, sent))) == 1
    private = [pool.send(neighbours, get(url)) for _ in range(2)]
    neighbours.let_go.set()
    assert [each.result(ENOUGH) for each in (sent[0], *private)] == [GOOD, GOOD, GOOD]
    assert len(neighbours.asked) == 3
    assert pool.send(neighbours, get(url, public=True)).result(ENOUGH) == GOOD
    assert len(neighbours.asked) == 4, "what came is not kept here"


@pytest.mark.parametrize("says", [BROKEN, Unreachable(NoAnswerKind.CONNECTION)])
def test_a_public_document_that_failed_is_left_alone_for_a_minute(
    neighbours: Neighbours, pool: OutwardPool, clock: FakeClock, says: OutwardAnswer | Unreachable
) -> None:
    neighbours.says, url = says, "https://lms.example.edu/keys"
    for after in (0, 59):
        clock.advance(seconds=after)
        answer = pool.send(neighbours, get(url, public=True))
        assert answer.exception(ENOUGH) is not None or answer.result() == BROKEN
    assert len(neighbours.asked) == 1
    clock.advance(seconds=2)
    pool.send(neighbours, get(url, public=True)).exception(ENOUGH)
    assert len(neighbours.asked) == 2


def test_a_site_that_did_not_answer_in_time_is_left_alone_for_a_minute(
    neighbours: Neighbours, pool: OutwardPool, clock: FakeClock
) -> None:
    neighbours.says = Unreachable(NoAnswerKind.TIMEOUT)
    site = "https://hangs.example.edu"
    waiting = [pool.send(neighbours, get(f"{site}/{number}")) for number in range(50)]
    neighbours.let_go.set()
    assert all(isinstance(each.exception(ENOUGH), Unreachable) for each in waiting)
    assert len(neighbours.asked) <= Lane("").at_once, "nobody waited for it again"
    neighbours.says = GOOD
    assert pool.send(neighbours, get("https://lms.example.edu/")).result(ENOUGH) == GOOD
    assert isinstance(pool.send(neighbours, get(site)).exception(ENOUGH), Unreachable)
    clock.advance(seconds=timedelta(minutes=1).seconds + 1)
    assert pool.send(neighbours, get(site)).result(ENOUGH) == GOOD


def test_a_mistake_of_ours_reaches_who_waits(neighbours: Neighbours, pool: OutwardPool) -> None:
    class Broken:
        def send(self, request: OutwardRequest) -> OutwardAnswer:
            raise KeyError(request.url)

    answer = pool.send(Broken(), get("https://[", public=True))
    assert isinstance(answer.exception(ENOUGH), KeyError)
    assert pool.send(neighbours, get("https://lms.example.edu/")).result(ENOUGH) == GOOD
