"""The first start gives the first account away, on the console and nowhere else."""

import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select

from api.web import durations
from api.web.first_start import greet, welcome
from api.words.term import demo_texts
from grader.records import replace
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.people.access import accounts, people
from submissions.storage.database import Database
from submissions.storage.timeouts import Patience
from submissions.tables import Course, Enrolment, Person
from tests import patience
from tests.world.browser import Browser
from tests.world.clock import NOW, FakeClock

Capture = pytest.CaptureFixture[str]


def links(capsys: Capture) -> list[str]:
    return re.findall(r"http://127\.0\.0\.1:8000(/sign-in/\S+)", capsys.readouterr().out)


def test_the_link_makes_an_operator_of_who_has_it(here: Browser, service: Service, capsys: Capture) -> None:
    welcome(service)

    (link,) = links(capsys)
    landed = here.open(here.send(link).headers["Location"])
    assert "no password yet" in landed.text
    assert demo_texts().course in landed.text
    assert here.open("/me").has_field("scopes", "admin")


def test_each_start_prints_one_until_one_was_used(here: Browser, service: Service, capsys: Capture) -> None:
    for _ in range(3):
        welcome(service)
    first, _, third = links(capsys)

    assert here.send(third).status == 303
    assert here.open(first).status == 410
    welcome(service)
    assert links(capsys) == []


def test_a_link_nobody_used_is_replaced_the_next_day(
    here: Browser, service: Service, clock: FakeClock, capsys: Capture
) -> None:
    welcome(service)
    clock.advance(days=2)
    (old,) = links(capsys)
    assert here.open(old).status == 410

    welcome(service)

    (link,) = links(capsys)
    assert here.send(link).status == 303


def test_it_comes_with_a_course_to_look_at(service: Service, capsys: Capture) -> None:
    welcome(service)
    welcome(service)

    with service.database.read() as session:
        course = session.scalars(select(Course)).one()
        operator = session.scalars(select(Person)).one()
        assert session.get_one(Enrolment, (course.id, operator.id)).role == "owner"
    assert len(links(capsys)) == 2


def test_an_operator_made_by_hand_gets_all_of_it(here: Browser, service: Service, capsys: Capture) -> None:
    with service.database.begin() as session:
        grace = people.add(session, "grace", "Grace", now=service.now())
        accounts.make_operator(session, grace, by=None, now=service.now())

    welcome(service)

    told = capsys.readouterr().out
    assert "`backgrade user link grace`" in told
    here.send(re.findall(r"8000(/sign-in/\S+)", told)[0])
    assert "Demo course" in here.open("/").text


def test_it_comes_without_where_nobody_wants_it(service: Service, capsys: Capture) -> None:
    welcome(replace(service, settings=service.settings.model_copy(update={"demo": False})))

    with service.database.read() as session:
        assert session.scalar(select(func.count()).select_from(Course)) == 0
    assert len(links(capsys)) == 1


def test_the_address_is_the_one_it_listens_on(service: Service, capsys: Capture) -> None:
    welcome(service, "http://127.0.0.1:4711")

    assert "http://127.0.0.1:4711/sign-in/" in capsys.readouterr().out


def test_nobody_has_a_password_that_others_could_know(service: Service, capsys: Capture) -> None:
    welcome(service)

    assert links(capsys)
    with service.database.read() as session:
        assert session.scalars(select(Person.password_hash)).all() == [None]


def test_machines_that_start_at_once_make_one_account(
    database_url: str, tmp_path: Path, capsys: Capture
) -> None:
    def start(_: int) -> None:
        with closing(Database(database_url)) as database:
            welcome(Service(Settings(data_dir=tmp_path), database))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(start, range(4)))

    with closing(Database(database_url)) as database, database.read() as session:
        assert session.scalars(select(Person.login)).all() == ["operator"]
        assert session.scalar(select(func.count()).select_from(Course)) == 1
    assert len(links(capsys)) == 4


def test_a_database_that_does_not_answer_yet_is_asked_again(
    sqlite_url: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durations, "GREETING_PAUSE", 0.1)
    impatient = Patience(connection=0.1, lock=0.1, answer=1)
    with closing(Database(sqlite_url, impatient)) as database:
        service = Service(Settings(data_dir=tmp_path), database, lambda: NOW)
        with closing(sqlite3.connect(tmp_path / "backgrade.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            greet(service, "http://127.0.0.1:8000")
            told = capsys.readouterr()
        found = list[str]()

        def is_printed() -> bool:
            found.extend(links(capsys))
            return bool(found)

        patience.until(is_printed)

    assert told.out == ""
    assert len(told.err.splitlines()) == 2, "what happened, and what to do"
    assert len(found) == 1
