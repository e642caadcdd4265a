"""Joining a course: from a code to its page, without anybody's help."""

from collections.abc import Callable

import pytest
from sqlalchemy import select

from submissions.courses import join_codes
from submissions.operating.service import Service
from submissions.tables import Course, Enrolment, JoinCode, Person
from tests import classroom
from tests.api.web.conftest import WORDS
from tests.browsing import Browser, text
from tests.classroom import OPERATOR

BOB = {"login": "Bob@Example.edu", "name": "Bob", "password": "bobs own words"}


@pytest.fixture
def course(service: Service) -> Course:
    with service.database.begin() as session:
        return classroom.course(session)[0]


@pytest.fixture
def code(service: Service, course: Course) -> str:
    with service.database.begin() as session:
        return join_codes.make(session, OPERATOR, course.id, now=service.now()).code


def test_a_newcomer_gets_from_the_code_into_the_course(here: Browser, course: Course, code: str) -> None:
    assert 'name="code"' in here.get("/join").text
    page = f"/join?code={code.lower()}"
    assert "Join “Backprop 101”" in text(here.get(page))

    answer = here.send(page, "/join", code=code.lower(), **BOB)

    assert (answer.status_code, answer.headers["Location"]) == (303, f"/courses/{course.id}")
    assert "Backprop 101" in text(here.get(f"/courses/{course.id}"))
    here.client.cookies.clear()
    assert here.sign_in("bob@example.edu", BOB["password"]).status_code == 303


def test_who_is_signed_in_joins_with_a_click(signed_in: Browser, course: Course, code: str) -> None:
    page = signed_in.get(f"/join?code={code}")
    assert "You join as Ada" in text(page)
    assert 'name="password"' not in page.text

    assert signed_in.send(f"/join?code={code}", "/join", code=code).status_code == 303
    assert signed_in.send(f"/join?code={code}", "/join", code=code).status_code == 303
    assert signed_in.get(f"/courses/{course.id}").status_code == 200


@pytest.mark.usefixtures("ada")
def test_who_has_an_account_signs_in_on_the_way(here: Browser, code: str) -> None:
    led = f"/sign-in?next=/join%3Fcode%3D{code}"
    assert f'href="{led}"' in here.get(f"/join?code={code}").text

    answer = here.send(led, "/sign-in", login="ada", password=WORDS, next=f"/join?code={code}")

    assert answer.headers["Location"] == f"/join?code={code}"


@pytest.mark.parametrize("code", ["0000-0000-0000-0000", "x", "\x00", "é" * 200])
def test_a_code_that_is_none_is_told(here: Browser, code: str) -> None:
    page = here.client.get("/join", params={"code": code})

    assert page.status_code == 404
    assert "This join code does not exist" in text(page)
    assert here.send("/sign-in", "/join", code=code, **BOB).status_code == 404


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("login", "", "this field is required."),
        ("login", "b ob", "a login cannot contain spaces"),
        ("login", "bo\x00b", "cannot be shown"),
        ("login", "ADA", "this login is taken"),
        ("name", "", "this field is required."),
        ("name", "x" * 201, "at most 200 characters"),
        ("password", "eleven char", "at least 12 characters"),
        ("password", "x" * 257, "at most 256 bytes"),
        ("password", "bob@example.edu", "this is the login"),
    ],
)
@pytest.mark.usefixtures("ada")
def test_what_cannot_be_used_is_told_at_its_field(
    here: Browser, service: Service, code: str, field: str, value: str, told: str
) -> None:
    answer = here.send(f"/join?code={code}", "/join", code=code, **{**BOB, field: value})

    assert answer.status_code in {409, 422}
    assert told in answer.text.split(f'id="{field}-error"')[1].lower()
    assert BOB["password"] not in answer.text
    assert "Join “Backprop 101”" in text(answer)
    with service.database.read() as session:
        assert session.scalars(select(Person.login)).all().count("bob@example.edu") == 0


def test_a_code_revoked_in_the_meantime_makes_no_account(here: Browser, service: Service, code: str) -> None:
    token = here.token(f"/join?code={code}")
    with service.database.begin() as session:
        session.scalars(select(JoinCode)).one().revoked_at = service.now()

    answer = here.client.post("/join", data={"csrf": token, "code": code, **BOB})

    assert answer.status_code == 404
    with service.database.read() as session:
        assert "bob@example.edu" not in session.scalars(select(Person.login)).all()


def test_who_guesses_codes_waits(here: Browser, visit: Callable[..., Browser], code: str) -> None:
    token = here.token("/sign-in")
    data = {"csrf": token, "code": "0000-0000-0000-0000"}
    assert {here.client.post("/join", data=data).status_code for _ in range(100)} == {404}

    assert here.client.post("/join", data=data).status_code == 429
    other = visit(address="192.0.2.9")
    assert other.send(f"/join?code={code}", "/join", code=code, **BOB).status_code == 303


def test_newcomers_are_students(here: Browser, service: Service, course: Course, code: str) -> None:
    here.send(f"/join?code={code}", "/join", code=code, **BOB)

    with service.database.read() as session:
        bob = session.scalars(select(Person).where(Person.login == "bob@example.edu")).one()
        assert session.get_one(Enrolment, (course.id, bob.id)).role == "student"
        assert not bob.operator
