"""A pool keeps its number ready, lets nobody wait for ever, and leaves nothing behind."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count

import pytest

from grader.errors import GraderError, SandboxUnavailable, SelfTestFailed
from grader.sandbox.pool import Care, Pool
from tests.patience import until


class Stock:
    """Numbers in place of containers: which were started, which ended, and whether any can be started."""

    def __init__(self) -> None:
        self.alive: set[int] = set()
        self.ended: list[int] = []
        self.refusal: Exception | None = None
        self.seconds = 0.0
        self.begun = 0
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.most_alive = 0
        self._numbers = count(1)

    @property
    def care(self) -> Care[int]:
        return Care(self.start, self.end, self.alive.__contains__)

    def start(self) -> int:
        self.begun += 1
        self.may_go_on.wait()
        time.sleep(self.seconds)
        if self.refusal is not None:
            raise self.refusal
        number = next(self._numbers)
        self.alive.add(number)
        self.most_alive = max(self.most_alive, len(self.alive))
        return number

    def end(self, number: int) -> None:
        self.alive.discard(number)
        self.ended.append(number)


@pytest.fixture
def stock() -> Stock:
    return Stock()


@contextmanager
def pool_of(
    stock: Stock, size: int = 2, *, patience: float = 5.0, longest_idle: float = 60.0
) -> Iterator[Pool[int]]:
    pool = Pool(stock.care, size, patience=patience, longest_idle=longest_idle)
    try:
        yield pool
    finally:
        pool.close()


def test_so_many_are_ready_and_no_more(stock: Stock) -> None:
    with pool_of(stock, 3) as pool:
        until(lambda: pool.ready == 3)
        assert pool._next_work() is None
        assert (stock.begun, len(stock.alive)) == (3, 3)


def test_each_is_handed_out_once(stock: Stock) -> None:
    with pool_of(stock) as pool:
        taken = []
        for _ in range(10):
            taken.append(pool.take())
            pool.give_up(taken[-1])
        assert len(set(taken)) == 10


def test_what_is_taken_is_replaced_once_it_is_given_back(stock: Stock) -> None:
    with pool_of(stock) as pool:
        until(lambda: pool.ready == 2)
        taken = pool.take()
        assert pool._next_work() is None
        assert stock.alive == {1, 2}
        pool.give_up(taken)
        until(lambda: pool.ready == 2)


def test_while_somebody_waits_there_are_more(stock: Stock) -> None:
    with pool_of(stock, 1) as pool:
        taken = [pool.take() for _ in range(4)]
        assert len(set(taken)) == len(stock.alive) == 4
        for each in taken:
            pool.give_up(each)
        until(lambda: len(stock.alive) == pool.ready == 1)


def test_what_is_given_up_is_ended(stock: Stock) -> None:
    with pool_of(stock) as pool:
        pool.give_up(used := pool.take())
        until(lambda: stock.ended == [used])


def test_what_is_put_back_serves_again_before_the_fresh_ones(stock: Stock) -> None:
    with pool_of(stock) as pool:
        until(lambda: pool.ready == 2)
        pool.put_back(used := pool.take())
        assert pool.take() == used


def test_many_takers_share_what_there_is(stock: Stock) -> None:
    stock.seconds = 0.005
    served: list[int] = []

    def take_and_give_up() -> None:
        for _ in range(20):
            served.append(taken := pool.take())
            pool.give_up(taken)

    with pool_of(stock) as pool:
        takers = [threading.Thread(target=take_and_give_up) for _ in range(6)]
        for taker in takers:
            taker.start()
        for taker in takers:
            taker.join()
    assert len(served) == len(set(served)) == 120
    assert not stock.alive
    assert stock.most_alive <= 10, "used ones are ended before others are started"


def test_one_that_died_is_not_handed_out(stock: Stock) -> None:
    with pool_of(stock, 1) as pool:
        until(lambda: pool.ready == 1)
        stock.alive.clear()
        assert pool.take() == 2
        until(lambda: 1 in stock.ended)


def test_one_that_died_is_replaced_before_somebody_asks(stock: Stock) -> None:
    with pool_of(stock, 1) as pool:
        until(lambda: pool.ready == 1)
        stock.alive.clear()
        until(lambda: stock.alive == {2})
        assert pool.ready == 1


def test_one_that_waited_for_long_is_replaced(stock: Stock) -> None:
    with pool_of(stock, 1, longest_idle=0.3) as pool:
        until(lambda: stock.ended[:2] == [1, 2])
        assert pool.ready <= 1


def test_work_waits_until_there_is_something_again(stock: Stock) -> None:
    stock.refusal = SandboxUnavailable("the engine is gone")
    with pool_of(stock) as pool:
        until(lambda: pool.trouble)
        threading.Timer(0.3, lambda: setattr(stock, "refusal", None)).start()
        assert pool.take()
        assert pool.trouble is None


def test_work_waits_a_bounded_time_and_hears_the_reason(stock: Stock) -> None:
    stock.refusal = SandboxUnavailable("the engine is gone")
    with pool_of(stock, patience=0.3) as pool:
        started = time.monotonic()
        with pytest.raises(SandboxUnavailable, match="the engine is gone"):
            pool.take()
        assert 0.2 < time.monotonic() - started < 2


def test_who_waits_while_nothing_is_wrong_hears_that(stock: Stock) -> None:
    stock.seconds = 0.5
    with pool_of(stock, patience=0.1) as pool, pytest.raises(SandboxUnavailable, match="free in time"):
        pool.take()


def test_what_is_not_safe_is_refused_at_once(stock: Stock) -> None:
    stock.refusal = SelfTestFailed("network not proven")
    with pool_of(stock, patience=60.0) as pool:
        started = time.monotonic()
        with pytest.raises(SelfTestFailed, match="network not proven"):
            pool.take()
        assert time.monotonic() - started < 5


@pytest.mark.parametrize("refusal", [SandboxUnavailable("gone"), SelfTestFailed("unsafe")])
def test_a_start_that_fails_is_tried_again_and_not_all_the_time(refusal: GraderError, stock: Stock) -> None:
    stock.refusal = refusal
    tried: list[float] = []

    def start() -> int:
        tried.append(time.monotonic())
        return stock.start()

    with closing(Pool(Care(start, stock.end, stock.alive.__contains__), 1, patience=1.0)):
        until(lambda: len(tried) >= 3)
    first, second, third = tried[:3]
    assert second - first >= 0.2
    assert third - second >= 0.4


def test_a_mistake_in_starting_does_not_end_the_keepers(
    stock: Stock, caplog: pytest.LogCaptureFixture
) -> None:
    stock.refusal = ZeroDivisionError("oops")
    with pool_of(stock) as pool:
        until(lambda: pool.trouble)
        assert "oops" in str(pool.trouble)
        stock.refusal = None
        assert pool.take()
    assert "could not be started" in caplog.text


def test_closing_ends_everything(stock: Stock) -> None:
    with pool_of(stock, 3) as pool:
        until(lambda: pool.ready == 3)
    assert not stock.alive
    assert sorted(stock.ended) == [1, 2, 3]


def test_closing_waits_for_what_is_being_started(stock: Stock) -> None:
    stock.may_go_on.clear()
    with pool_of(stock):
        until(lambda: stock.begun == 2)
        threading.Timer(0.1, stock.may_go_on.set).start()
    assert not stock.alive
    assert len(stock.ended) == 2


@pytest.mark.parametrize("leave", [Pool.put_back, Pool.give_up])
def test_what_comes_back_after_the_end_is_ended(
    leave: Callable[[Pool[int], int], None], stock: Stock
) -> None:
    with pool_of(stock) as pool:
        taken = pool.take()
    leave(pool, taken)
    assert not stock.alive


def test_nobody_waits_for_a_pool_that_is_closed(stock: Stock) -> None:
    stock.refusal = SandboxUnavailable("gone")
    pool = Pool(stock.care, 1, patience=60.0)
    threading.Timer(0.2, pool.close).start()
    with pytest.raises(SandboxUnavailable):
        pool.take()


def test_no_thread_is_left(stock: Stock) -> None:
    before = set(threading.enumerate())
    with pool_of(stock):
        begun = set(threading.enumerate()) - before
        ours = [each for each in begun if each.name.startswith("sandbox-keeper-")]
        assert ours
    assert not any(each.is_alive() for each in ours)
