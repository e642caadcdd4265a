"""Joining a course: from a code to its page, without anybody's help."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from sqlalchemy import select

from submissions.courses.courses import join_codes
from submissions.operating.service import Service
from submissions.tables import Course, Enrolment, JoinCode, Person, Role
from tests.api.web.conftest import WORDS
from tests.world import classroom
from tests.world.browser import Browser
from tests.world.classroom import OPERATOR

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
    assert here.open("/join").has_field("code")
    page = f"/join?code={code.lower()}"
    assert "Join “Backprop 101”" in here.open(page).text

    answer = here.send(page, "/join", code=code.lower(), **BOB)

    assert (answer.status, answer.headers["Location"]) == (303, f"/courses/{course.id}?done=join.join")
    assert "Backprop 101" in here.open(f"/courses/{course.id}").text
    here.client.cookies.clear()
    assert here.sign_in("bob@example.edu", BOB["password"]).status == 303


def test_who_is_signed_in_joins_with_a_click(signed_in: Browser, course: Course, code: str) -> None:
    page = signed_in.open(f"/join?code={code}")
    assert "You join as Ada" in page.text
    assert not page.has_field("password")

    assert signed_in.send(f"/join?code={code}", "/join", code=code).status == 303
    assert signed_in.send(f"/join?code={code}", "/join", code=code).status == 303
    assert signed_in.open(f"/courses/{course.id}").status == 200


def test_an_assistant_gets_from_the_code_to_the_pages_of_staff(
    service: Service, here: Browser, signed_in: Browser, course: Course
) -> None:
    with service.database.begin() as session:
        made = join_codes.make(session, OPERATOR, course.id, role=Role.ASSISTANT, now=service.now())
    page = f"/join?code={made.code}"

    member = signed_in.send(page, "/join", code=made.code)
    here.client.cookies.clear()
    newcomer = here.send(page, "/join", code=made.code, **BOB)

    assert (
        member.headers["Location"]
        == newcomer.headers["Location"]
        == f"/teach/courses/{course.id}?done=join.join"
    )


@pytest.mark.usefixtures("ada")
def test_who_has_an_account_signs_in_on_the_way(here: Browser, code: str) -> None:
    led = f"/sign-in?next=/join%3Fcode%3D{code}"
    assert led in here.open(f"/join?code={code}").links.values()

    answer = here.send(led, "/sign-in", login="ada", password=WORDS, next=f"/join?code={code}")

    assert answer.headers["Location"] == f"/join?code={code}"


@pytest.mark.parametrize("code", ["0000-0000-0000-0000", "x", "\x00", "é" * 200])
def test_a_code_that_is_none_is_told(here: Browser, code: str) -> None:
    page = here.open("/join?" + urlencode({"code": code}))

    assert page.status == 404
    assert "This join code does not exist" in page.text
    assert here.send("/sign-in", "/join", code=code, **BOB).status == 404


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
        ("password", "bob@example.edu", "cannot be your login"),
    ],
)
@pytest.mark.usefixtures("ada")
def test_what_cannot_be_used_is_told_at_its_field(
    here: Browser, service: Service, code: str, field: str, value: str, told: str
) -> None:
    answer = here.send(f"/join?code={code}", "/join", code=code, **{**BOB, field: value})

    assert answer.status in {409, 422}
    assert told in answer.errors[field].lower()
    assert BOB["password"] not in answer.source
    assert "Join “Backprop 101”" in answer.text
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
    assert other.send(f"/join?code={code}", "/join", code=code, **BOB).status == 303


def test_newcomers_are_students(here: Browser, service: Service, course: Course, code: str) -> None:
    here.send(f"/join?code={code}", "/join", code=code, **BOB)

    with service.database.read() as session:
        bob = session.scalars(select(Person).where(Person.login == "bob@example.edu")).one()
        assert session.get_one(Enrolment, (course.id, bob.id)).role == "student"
        assert not bob.operator
