"""Who watches a submission hears every change once, and hundreds who watch cost no more than one."""

import asyncio
import json
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from httpx2 import Response

from api.problems.errors import TooManyStreams
from api.web import news_feed
from api.web.news_feed import AllNews, Listener, Look, News, NewsFeed
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.tables import State, Submission
from submissions.tables.identity import new_id
from submissions.teaching.results.statuses import Status
from submissions.teaching.results.subscriptions import OneSubmission, Subscriber
from tests.api.rest.interface import Asking, Interface
from tests.patience import until
from tests.world.queries import counted


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
        _until_watched(api)
        api.school.grade_all()
        return listening.result(timeout=20)


def test_a_stream_goes_from_the_queue_to_the_end(api: Interface) -> None:
    student = api.student()
    made = api.submit(student)
    answer = watched_while_graded(api, student, made["id"])

    assert answer.headers["Content-Type"].startswith("text/event-stream")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["RateLimit-Policy"] == '"streams";q=20;qu="concurrent-requests"'
    assert answer.headers["RateLimit"] == '"streams";r=19'
    assert heard(answer)[0] == ("1-0", "queued", 0)
    assert heard(answer)[-1] == ("3", "graded", None)


def test_who_comes_back_hears_only_what_is_new(api: Interface) -> None:
    student = api.student()
    made = api.submit(student)
    answer = watched_while_graded(api, student, made["id"], last="1-0")

    assert "queued" not in {state for _, state, _ in heard(answer)}
    assert heard(answer)[-1][1] == "graded"


def test_after_the_end_there_is_no_need_to_come_back(api: Interface) -> None:
    student = api.student()
    made = api.submit(student)
    api.school.grade_all()

    assert heard(watch(student, made["id"])) == [("3", "graded", None)]
    assert watch(student, made["id"], last="3").status_code == 204


def test_nobody_hears_what_they_may_not_see(api: Interface) -> None:
    made = api.submit(api.student())

    assert watch(api.nobody, made["id"]).status_code == 401
    assert watch(api.student(), made["id"]).status_code == 404


def test_there_is_an_end_to_how_many_listen(api: Interface, monkeypatch: pytest.MonkeyPatch) -> None:
    student = api.student()
    made = api.submit(student)
    monkeypatch.setattr(api.app.state.news_feed, "_most", 0)
    answer = watch(student, made["id"])

    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/no-stream-free")
    assert answer.headers["Retry-After"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks every hundredth of a second, and a sign of life every tenth."""
    monkeypatch.setattr(news_feed, "_EVERY", 0.01)
    monkeypatch.setattr(news_feed, "_PING", 0.1)


KNOWN = Status(State.QUEUED, 1, 0)


class Counting(NewsFeed):
    """Counts its looks at the database."""

    looks = 0

    def _look(self, look: Look) -> tuple[AllNews, list[Listener]]:
        self.looks += 1
        return super()._look(look)


def place(feed: NewsFeed, submission_id: UUID, number: int = 0) -> Listener:
    """Of somebody without an account, each at another address."""
    return feed.admit(Subscriber(OneSubmission(submission_id), Caller(), address=str(number)))


async def gathered(news: AsyncIterator[News | None]) -> list[News | None]:
    return [each async for each in news]


@pytest.mark.usefixtures("quick")
def test_hundreds_who_watch_share_each_look(api: Interface) -> None:
    student = api.student()
    ids = [UUID(api.submit(student, f"x = {number}")["id"]) for number in range(5)]

    async def listen() -> tuple[int, int]:
        feed = Counting(api.school.database)
        listening = [
            asyncio.create_task(gathered(feed.follow(place(feed, each, number), KNOWN)))
            for number, each in enumerate(ids * 60)
        ]
        with counted(api.school.database) as statements:
            while feed.looks < 5:  # noqa: ASYNC110 - counted in another thread
                await asyncio.sleep(0.01)
            feed.close()
            await asyncio.gather(*listening)
            await asyncio.sleep(0.1)
        return feed.looks, len(statements)

    looks, queries = asyncio.run(listen())
    assert looks == queries


@pytest.mark.usefixtures("quick")
def test_nobody_looks_when_nobody_watches(api: Interface) -> None:
    submission_id = UUID(api.submit(api.student())["id"])

    async def listen() -> int:
        feed = NewsFeed(api.school.database)
        listener = place(feed, submission_id)
        listening = asyncio.create_task(gathered(feed.follow(listener, KNOWN)))
        with counted(api.school.database) as looked:
            while not looked:  # noqa: ASYNC110 - the database tells nobody
                await asyncio.sleep(0.01)
        listening.cancel()
        feed.leave(listener)
        assert feed._task is not None
        await feed._task
        with counted(api.school.database) as statements:
            await asyncio.sleep(0.1)
        return len(statements)

    assert asyncio.run(listen()) == 0


@pytest.mark.usefixtures("quick")
def test_where_all_is_still_there_is_a_sign_of_life(api: Interface) -> None:
    submission_id = UUID(api.submit(api.student())["id"])

    async def listen() -> News | None:
        feed = NewsFeed(api.school.database)
        async for news in feed.follow(place(feed, submission_id), KNOWN):
            return news
        return KNOWN

    assert asyncio.run(listen()) is None


@pytest.mark.usefixtures("quick")
def test_a_stream_ends_with_what_it_was_about(api: Interface) -> None:
    submission_id = UUID(api.submit(api.student())["id"])

    async def listen() -> list[News | None]:
        feed = NewsFeed(api.school.database)
        listening = asyncio.create_task(gathered(feed.follow(place(feed, submission_id), KNOWN)))
        await asyncio.sleep(0.05)
        with api.school.database.begin() as session:
            session.delete(session.get_one(Submission, submission_id))
        return await asyncio.wait_for(listening, 5)

    assert asyncio.run(listen()) in ([], [None])


@pytest.mark.usefixtures("quick")
def test_a_place_in_the_queue_moves_up(api: Interface) -> None:
    first, second = api.student(), api.student()
    api.submit(first)
    waiting = UUID(api.submit(second)["id"])

    async def listen() -> News | None:
        feed = NewsFeed(api.school.database)
        news = feed.follow(place(feed, waiting), Status(State.QUEUED, 1, 1))
        listening = asyncio.create_task(anext(each async for each in news if each))
        await asyncio.sleep(0.05)
        taken = api.school.taken()
        assert api.school.store(taken)
        return await asyncio.wait_for(listening, 5)

    assert asyncio.run(listen()) == Status(State.QUEUED, 1, 0)


@pytest.mark.usefixtures("quick")
def test_a_stream_ends_when_its_listener_is_removed_from_the_course(api: Interface) -> None:
    student = api.student()
    assert student.person_id is not None
    made = api.submit(student)
    with ThreadPoolExecutor() as pool:
        listening = pool.submit(watch, student, made["id"])
        _until_watched(api)
        with api.school.database.begin() as session:
            people.place(session, api.school.course_id, student.person_id).active = False
        answer = listening.result(timeout=20)

    assert [state for _, state, _ in heard(answer)] == ["queued"]
    assert api.app.state.news_feed.streams == 0
    assert watch(student, made["id"]).status_code == 404


@pytest.mark.usefixtures("quick")
def test_what_happens_after_a_removal_is_not_heard(api: Interface, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also between two looks at everybody's rights."""
    monkeypatch.setattr(news_feed, "_RIGHTS_EVERY", 10**9)
    student = api.student()
    assert student.person_id is not None
    made = api.submit(student)
    with ThreadPoolExecutor() as pool:
        listening = pool.submit(watch, student, made["id"])
        _until_watched(api)
        with api.school.database.begin() as session:
            people.place(session, api.school.course_id, student.person_id).active = False
        api.school.grade_all()
        answer = listening.result(timeout=20)

    assert [state for _, state, _ in heard(answer)] == ["queued"]


def test_one_person_has_so_many_streams_and_others_have_theirs(api: Interface) -> None:
    feed = NewsFeed(api.school.database)
    submission_id = UUID(api.submit(api.student())["id"])
    mine, yours = Caller(new_id()), Caller(new_id())
    held = [feed.admit(Subscriber(OneSubmission(submission_id), mine)) for _ in range(20)]

    with pytest.raises(TooManyStreams):
        feed.admit(Subscriber(OneSubmission(submission_id), mine))
    held.append(feed.admit(Subscriber(OneSubmission(submission_id), yours)))
    feed.leave(held.pop(0))
    held.append(feed.admit(Subscriber(OneSubmission(submission_id), mine)))
    for each in held:
        feed.leave(each)
    assert feed.streams == 0


def test_trials_are_counted_by_address(api: Interface) -> None:
    feed = NewsFeed(api.school.database)
    submission_id = UUID(api.submit(api.student())["id"])
    for _ in range(100):
        feed.admit(Subscriber(OneSubmission(submission_id), Caller(), address="192.0.2.1"))

    with pytest.raises(TooManyStreams):
        feed.admit(Subscriber(OneSubmission(submission_id), Caller(), address="192.0.2.1"))
    feed.admit(Subscriber(OneSubmission(submission_id), Caller(), address="192.0.2.2"))


def test_who_has_too_many_is_told_what_to_do(api: Interface, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news_feed, "_MOST_OF_A_PERSON", 0)
    student = api.student()
    answer = watch(student, api.submit(student)["id"])

    assert (answer.status_code, answer.json()["type"]) == (429, "/problems/too-many-streams")
    assert answer.headers["Retry-After"]
    assert answer.headers["RateLimit"] == '"streams";r=0'


def _until_watched(api: Interface) -> None:
    until(lambda: api.app.state.news_feed.streams)
