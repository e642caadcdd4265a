"""Who teaches hears that there are new submissions and results; nobody else does."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from httpx2 import Response

from api.web import news_feed
from submissions.people.access import people
from submissions.tables import Role, State
from submissions.tables.identity import new_id
from submissions.teaching.figures.pulse import Pulse, pulses
from tests.api.rest.interface import Asking, Interface
from tests.patience import until
from tests.world.queries import counted

Counts = dict[str, Any]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks every hundredth of a second."""
    monkeypatch.setattr(news_feed, "_EVERY", 0.01)


def watch(api: Interface, asking: Asking, last: str = "") -> Response:
    headers = {"Last-Event-ID": last} if last else {}
    return asking.get(f"{api.assignment}/events", headers=headers)


def heard(answer: Response) -> list[tuple[str, Counts]]:
    """Id and data of each event."""
    blocks = [dict(line.split(": ", 1) for line in block.splitlines()) for block in answer.text.split("\n\n")]
    return [(each["id"], json.loads(each["data"])) for each in blocks if each.get("event") == "counts"]


def known(api: Interface) -> list[Pulse]:
    """What those who listen know."""
    listeners = api.app.state.news_feed._everybody()
    return [each.known for each in listeners if isinstance(each.known, Pulse)]


def test_every_change_is_heard_until_the_stream_ends(api: Interface) -> None:
    owner, student = api.owner(), api.student()
    with ThreadPoolExecutor() as pool:
        listening = pool.submit(watch, api, owner)
        until(lambda: api.app.state.news_feed.streams)
        api.submit(student)
        until(lambda: [each.by_state[State.QUEUED] for each in known(api)] == [1])
        api.school.grade_all()
        until(lambda: [each.results for each in known(api)] == [1])
        api.app.state.news_feed.close()
        answer = listening.result(timeout=20)

    assert answer.headers["Content-Type"].startswith("text/event-stream")
    assert answer.headers["X-Accel-Buffering"] == "no"
    (first, nothing), *_, (last, everything) = heard(answer)
    assert (sum(nothing["submissions"].values()), nothing["results"]) == (0, 0)
    assert (everything["submissions"]["graded"], everything["results"]) == (1, 1)
    assert first != last


def test_who_comes_back_hears_only_what_is_new(api: Interface) -> None:
    owner = api.owner()
    api.app.state.news_feed.close()
    ((id_, _),) = heard(watch(api, owner))

    assert heard(watch(api, owner, last=id_)) == []
    api.submit(api.student())
    assert len(heard(watch(api, owner, last=id_))) == 1


def test_it_is_for_those_who_see_all_submissions(api: Interface) -> None:
    api.app.state.news_feed.close()
    answers = [watch(api, asking) for asking in (api.nobody, api.stranger(), api.student())]

    assert [answer.status_code for answer in answers] == [401, 404, 403]
    assert watch(api, api.member(Role.ASSISTANT)).status_code == 200


def test_a_stream_ends_when_its_listener_leaves_the_staff(
    api: Interface, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news_feed, "_RIGHTS_EVERY", 1)
    assistant = api.member(Role.ASSISTANT)
    with ThreadPoolExecutor() as pool:
        listening = pool.submit(watch, api, assistant)
        until(lambda: api.app.state.news_feed.streams)
        with api.school.database.begin() as session:
            assert assistant.person_id is not None
            people.place(session, api.school.course_id, assistant.person_id).active = False
        answer = listening.result(timeout=20)

    assert len(heard(answer)) == 1
    assert api.app.state.news_feed.streams == 0


def test_many_assignments_are_counted_in_as_many_queries_as_one(api: Interface) -> None:
    api.submit(api.student())
    with api.school.database.read() as session:
        with counted(api.school.database) as of_one:
            found = pulses(session, [api.school.assignment_id])
        with counted(api.school.database) as of_many:
            assert pulses(session, [api.school.assignment_id, *(new_id() for _ in range(20))]) == found

    assert len(of_one) == len(of_many) == 2
    assert list(found) == [api.school.assignment_id]
