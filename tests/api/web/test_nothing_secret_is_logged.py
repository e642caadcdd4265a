"""A whole visit - signing in, failing to, trying out, handing in, breaking - and a log that names nobody."""

import json
import logging
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text

from api.process import logs
from grader.sandbox.embedded import Embedded
from submissions.grading.work.task import Grader
from submissions.operating.service import utc_now
from submissions.operating.settings import Settings
from submissions.people.access import sign_in_links
from submissions.people.access.passwords import hashed
from submissions.tables import Person, State
from tests import patience
from tests.api.rest.interface import Interface, interface
from tests.redteam_files import OVERWRITING
from tests.world.engine import working
from tests.world.pages import Page

NAME, LOGIN, PASSWORD = "Ada Lovelace", "ada.lovelace@example.edu", "correct zebra battery staple"
FILE, PRINTED = "adas-own-value.py", "notes that ada printed"
CODE = OVERWRITING + f"\nprint({PRINTED!r})\n"
PATIENCE = 60.0


@pytest.fixture
def stream() -> Iterator[StringIO]:
    """What is logged, at the level that operators use."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    made = StringIO()
    logs.set_up(Settings(log_format="json"), made)
    yield made
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)


@pytest.fixture
def made(sqlite_url: str, tmp_path: Path) -> Iterator[Interface]:
    with interface(sqlite_url, tmp_path) as opened:
        yield opened


def ada(made: Interface) -> tuple[Person, str]:
    """A student with a name, a password and a link."""
    now = made.school.clock()
    student = made.school.student()
    with made.school.database.begin() as session:
        person = session.get_one(Person, student)
        person.name, person.login, person.password_hash = NAME, LOGIN, hashed(PASSWORD)
        return person, sign_in_links.create(session, student, now=now)


def form(client: TestClient, path: str, **fields: str) -> int:
    """A form of a page, sent as a browser does."""
    token = Page(client.get(path).text).token
    return client.post(path, data={**fields, "csrf": token}, follow_redirects=False).status_code


def graded(made: Interface, sandbox: Embedded, submission: str) -> None:
    school = made.school
    with working(school.database, Grader.using(sandbox), slots=1, now=utc_now):
        patience.until(lambda: school.submission(UUID(submission)).state == State.GRADED)


def test_no_login_name_file_token_cookie_or_link_is_in_the_log(
    made: Interface, sandbox: Embedded, stream: StringIO
) -> None:
    person, link = ada(made)
    client = made.client
    assert form(client, "/sign-in", login=LOGIN, password=PASSWORD[1:]) in {401, 403, 422}
    assert form(client, "/sign-in", login=LOGIN, password=PASSWORD) == 303
    cookies = {each.value for each in client.cookies.jar if each.value}
    client.get(f"/courses/{made.school.course_id}?who={LOGIN}")
    client.cookies.clear()
    assert form(client, f"/sign-in/{link}") == 303
    cookies |= {each.value for each in client.cookies.jar if each.value}
    client.cookies.clear()
    tried = client.post(
        "/try",
        data={
            "csrf": Page(client.get("/try").text).token,
            "stage": "core",
            "how": "code",
            "code": CODE,
            "name": FILE,
        },
        follow_redirects=False,
    )
    key = tried.headers["location"].rpartition("/")[2]
    client.get(f"/try/{key}")
    client.get(f"/{LOGIN}/{NAME}")
    student = made.ask(person.id)
    handed = student.post(f"{made.assignment}/submissions", files={"file": (FILE, CODE.encode())}).json()
    graded(made, sandbox, handed["id"])
    assert student.get(f"/submissions/{handed['id']}/report").status_code == 200
    with made.school.database.begin() as session:
        session.execute(text("ALTER TABLE submission RENAME TO gone"))
    assert student.post(f"{made.assignment}/submissions", files={"file": (FILE, b"x = 1")}).status_code == 503

    logged = stream.getvalue()
    assert len(cookies) >= 2
    secrets = {
        LOGIN,
        NAME,
        PASSWORD,
        FILE,
        PRINTED,
        link,
        key,
        student.token,
        "lovelace",
        "grad +=",
        *cookies,
    }
    assert {each for each in secrets if each.lower() in logged.lower()} == set()
    lines = [json.loads(line) for line in logged.splitlines()]
    assert {"/sign-in/{secret}", "/try/{key}"} <= {each.get("route") for each in lines}
    assert any(each["from"] == "work" and each["submission"] == handed["id"] for each in lines)
    assert any(each.get("person") == str(person.id) for each in lines)
    (failure,) = [each for each in lines if "failure" in each]
    assert failure["request"]
