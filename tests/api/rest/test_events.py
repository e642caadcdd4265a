"""Who watches a submission hears every change once, and hundreds who watch cost no more than one."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from httpx2 import Response

from api.web import events
from api.web.events import Watcher
from submissions.statuses import Status
from submissions.tables import State, Submission
from tests.api.rest.interface import Asking, Interface
from tests.queries import counted


def heard(answer: Response) -> list[tuple[str, str, int | None]]:
    """Id, state and place of each event."""
    found = []
    for block in answer.text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if fields.get("event") == "state":
            data = json.loads(fields["data"])
            found.append((fields["id"], data["state"], data["ahead"]))
    return found


def watch(asking: Asking, submission_id: str, last: str = "") -> Response:
    return asking.get(f"/submissions/{submission_id}/events", headers={"Last-Event-ID": last} if last else {})


def watched_while_graded(api: Interface, asking: Asking, submission_id: str, last: str = "") -> Response:
    """The whole stream; the submission is graded while somebody listens."""
    with ThreadPoolExecutor() as pool:
        listening = pool.submit(watch, asking, submission_id, last)
        until = time.monotonic() + 10
        while not api.app.state.watcher.watched and time.monotonic() < until:
            time.sleep(0.01)
        api.school.grade_all()
        return listening.result(timeout=20)


def test_a_stream_goes_from_the_queue_to_the_end(api: Interface) -> None:
    student = api.student()
    made = api.hand_in(student)
    answer = watched_while_graded(api, student, made["id"])

    assert answer.headers["Content-Type"].startswith("text/event-stream")
    assert answer.headers["Cache-Control"] == "no-store"
    assert heard(answer)[0] == ("1-0", "queued", 0)
    assert heard(answer)[-1] == ("3", "graded", None)


def test_who_comes_back_hears_only_what_is_new(api: Interface) -> None:
    student = api.student()
    made = api.hand_in(student)
    answer = watched_while_graded(api, student, made["id"], last="1-0")

    assert "queued" not in {state for _, state, _ in heard(answer)}
    assert heard(answer)[-1][1] == "graded"


def test_after_the_end_there_is_no_need_to_come_back(api: Interface) -> None:
    student = api.student()
    made = api.hand_in(student)
    api.school.grade_all()

    assert heard(watch(student, made["id"])) == [("3", "graded", None)]
    assert watch(student, made["id"], last="3").status_code == 204


def test_nobody_hears_what_they_may_not_see(api: Interface) -> None:
    made = api.hand_in(api.student())

    assert watch(api.nobody, made["id"]).status_code == 401
    assert watch(api.student(), made["id"]).status_code == 404


def test_there_is_an_end_to_how_many_listen(api: Interface, monkeypatch: pytest.MonkeyPatch) -> None:
    student = api.student()
    made = api.hand_in(student)
    monkeypatch.setattr(events, "_MOST", 0)
    answer = watch(student, made["id"])

    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/unavailable")
    assert answer.headers["Retry-After"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks every hundredth of a second, and a sign of life every tenth."""
    monkeypatch.setattr(events, "_EVERY", 0.01)
    monkeypatch.setattr(events, "_PING", 0.1)


KNOWN = Status(State.QUEUED, 1, 0)


class Counting(Watcher):
    """Counts its looks at the database."""

    looks = 0

    def _look(self, ids: list[UUID], places: bool) -> dict[UUID, Status]:  # noqa: FBT001 - as there
        self.looks += 1
        return super()._look(ids, places)


async def gathered(news: AsyncIterator[Status | None]) -> list[Status | None]:
    return [each async for each in news]


@pytest.mark.usefixtures("quick")
def test_hundreds_who_watch_share_each_look(api: Interface) -> None:
    student = api.student()
    ids = [UUID(api.hand_in(student, f"x = {number}")["id"]) for number in range(5)]

    async def listen() -> tuple[int, int]:
        watcher = Counting(api.school.database)
        listening = [asyncio.create_task(gathered(watcher.follow(each, KNOWN))) for each in ids * 60]
        with counted(api.school.database) as statements:
            while watcher.looks < 5:  # noqa: ASYNC110 - counted in another thread
                await asyncio.sleep(0.01)
            watcher.close()
            await asyncio.gather(*listening)
            await asyncio.sleep(0.1)
        return watcher.looks, len(statements)

    looks, queries = asyncio.run(listen())
    assert looks == queries


@pytest.mark.usefixtures("quick")
def test_nobody_looks_when_nobody_watches(api: Interface) -> None:
    submission_id = UUID(api.hand_in(api.student())["id"])

    async def listen() -> int:
        watcher = Watcher(api.school.database)
        listening = asyncio.create_task(gathered(watcher.follow(submission_id, KNOWN)))
        await asyncio.sleep(0.05)
        listening.cancel()
        await asyncio.sleep(0.05)
        with counted(api.school.database) as statements:
            await asyncio.sleep(0.1)
        return len(statements)

    assert asyncio.run(listen()) == 0


@pytest.mark.usefixtures("quick")
def test_where_all_is_still_there_is_a_sign_of_life(api: Interface) -> None:
    submission_id = UUID(api.hand_in(api.student())["id"])

    async def listen() -> Status | None:
        async for news in Watcher(api.school.database).follow(submission_id, KNOWN):
            return news
        return KNOWN

    assert asyncio.run(listen()) is None


@pytest.mark.usefixtures("quick")
def test_a_stream_ends_with_what_it_was_about(api: Interface) -> None:
    submission_id = UUID(api.hand_in(api.student())["id"])

    async def listen() -> list[Status | None]:
        watcher = Watcher(api.school.database)
        listening = asyncio.create_task(gathered(watcher.follow(submission_id, KNOWN)))
        await asyncio.sleep(0.05)
        with api.school.database.begin() as session:
            session.delete(session.get_one(Submission, submission_id))
        return await asyncio.wait_for(listening, 5)

    assert asyncio.run(listen()) in ([], [None])


@pytest.mark.usefixtures("quick")
def test_a_place_in_the_queue_moves_up(api: Interface) -> None:
    first, second = api.student(), api.student()
    api.hand_in(first)
    waiting = UUID(api.hand_in(second)["id"])

    async def listen() -> Status | None:
        news = Watcher(api.school.database).follow(waiting, Status(State.QUEUED, 1, 1))
        listening = asyncio.create_task(anext(each async for each in news if each))
        await asyncio.sleep(0.05)
        taken = api.school.taken()
        assert api.school.store(taken)
        return await asyncio.wait_for(listening, 5)

    assert asyncio.run(listen()) == Status(State.QUEUED, 1, 0)
