"""How soon after a result is stored those who watch an assignment hear of it, and how often it is counted.

Fifty watch, with one feed, as in one web process. Bar: 95 of 100 results are heard of within 1.5 s, and
queries do not grow with those who watch.
"""

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing

from api.web.news_feed import News, NewsFeed
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.teaching.figures.pulse import Pulse
from submissions.teaching.results.subscriptions import OneAssignment, Subscriber
from tests.world import postgres
from tests.world.queries import counted
from tests.world.school import School

_LISTENERS, _RESULTS = 50, 20
_BAR = 1.5


def main() -> None:
    """Print both, on each database."""
    postgres.open_session(durable=True)
    try:
        for name, database in _databases():
            with closing(database):
                asyncio.run(_measured(name, School.open(database)))
    finally:
        postgres.close_session()


def _databases() -> Iterator[tuple[str, Database]]:
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/backgrade.db")
        database.migrate()
        yield "SQLite", database
    if lack := postgres.lacking():
        print(f"  PostgreSQL: {lack}")
        return
    with postgres.fresh(postgres.TEMPLATE) as url:
        yield "PostgreSQL", Database(url)


async def _measured(name: str, school: School) -> None:
    feed = NewsFeed(school.database)
    watched = OneAssignment(school.assignment_id)
    known = await feed.look(watched)
    heard: list[dict[int, float]] = [{} for _ in range(_LISTENERS)]
    listening = [asyncio.create_task(_listen(feed, watched, known, each)) for each in heard]
    stored: dict[int, float] = {}
    began = time.perf_counter()
    with counted(school.database) as statements:
        for number in range(1, _RESULTS + 1):
            stored[number] = await asyncio.to_thread(_one_more, school)
            while any(number not in each for each in heard):  # noqa: ASYNC110 - what is measured
                await asyncio.sleep(0.005)
        looked = sum("attempt_fact" in each and "sum(" in each for each in statements)
    seconds = time.perf_counter() - began
    feed.close()
    await asyncio.gather(*listening)
    delays = sorted(each[number] - at for number, at in stored.items() for each in heard)
    p95 = delays[int(0.95 * (len(delays) - 1))]
    above = "" if p95 <= _BAR else f" ABOVE THE BAR of {_BAR} s"
    print(
        f"  {name}: {_LISTENERS} who watch hear of a result after {delays[len(delays) // 2]:.2f} s (median), "
        f"{p95:.2f} s (p95); {looked / seconds:.1f} counts a second for all of them{above}",
        flush=True,
    )


async def _listen(feed: NewsFeed, watched: OneAssignment, known: News, heard: dict[int, float]) -> None:
    """Note when each number of results is heard of."""
    listener = feed.admit(Subscriber(watched, Caller(), address=f"{id(heard)}"))
    async for news in feed.follow(listener, known):
        if isinstance(news, Pulse):
            heard.setdefault(news.results, time.perf_counter())
    feed.leave(listener)


def _one_more(school: School) -> float:
    """When one more result was stored."""
    school.submit(school.student())
    school.grade_all()
    return time.perf_counter()
