"""What signing in asks for besides the password is asked wherever a password is typed."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pyotp
import pytest
from sqlalchemy import select

from grader.records import replace
from submissions.people.access import people, second_factors
from submissions.people.access.passwords import hashed
from submissions.tables import LmsAccount, Person, Role, WebSession
from tests.route_walk import every_route
from tests.world import classroom
from tests.world.browser import Browser
from tests.world.campus import TOP, Campus, campus_of, opened, pressed
from tests.world.clock import NOW
from tests.world.learning_platform import registered
from tests.world.lms.quirks import Quirks

WORDS = "correct horse battery"
KINDS = ("student", "teacher", "operator")
PLACES = {
    "/sign-in": "asks",
    "/lms/contexts/{context_id:uuid}/account": "asks",
    "/me/password": "is for who has signed in already, and keeps what their session has shown",
    "/join": "is for newcomers, who are no staff",
}


@pytest.fixture
def campus(sqlite_url: str, tmp_path: Path) -> Iterator[Campus]:
    with campus_of(Quirks(), sqlite_url, tmp_path) as made:
        with made.service.database.begin() as session:
            registered(session, NOW)
            course, _ = classroom.course(session)
            for kind in KINDS:
                for factor in ("none", "app"):
                    who = people.add(session, f"{kind}-{factor}", kind, password_hash=hashed(WORDS), now=NOW)
                    who.operator = kind == "operator"
                    if kind == "teacher":
                        people.enrol(session, course.id, who.id, Role.INSTRUCTOR, now=NOW)
                    if factor == "app":
                        second_factors.begin(session, who.id, now=NOW)
                        shown = second_factors.key_of(session, who.id)
                        assert shown is not None
                        second_factors.confirm(session, who.id, pyotp.TOTP(shown.text).at(NOW), now=NOW)
        made.clock.advance(minutes=2)
        yield made


def sign_in(campus: Campus, login: str) -> None:
    Browser(campus.browser(login).client).sign_in(login, WORDS)


def use_own_account(campus: Campus, login: str) -> None:
    browser = campus.browser(login)
    campus.platform.teachers.add(login)
    page = opened(browser, campus.launch(browser, {"sub": login}, TOP), TOP)
    pressed(browser, page, "Sign in", login=login, password=WORDS)


def let_in(campus: Campus, login: str) -> list[bool]:
    """Whether the sessions of an account are strong."""
    with campus.service.database.read() as session:
        mine = select(WebSession.is_strong).join(Person, Person.id == WebSession.person_id)
        return list(session.scalars(mine.where(Person.login == login)))


def test_every_place_that_takes_a_password_is_known() -> None:
    found = {route.path for route in every_route() if {"password", "current"} & {*route.fields}}
    assert found == set(PLACES)


@pytest.mark.parametrize("place", [sign_in, use_own_account])
def test_a_password_alone_lets_nobody_in_who_owes_more(
    campus: Campus, place: Callable[[Campus, str], None]
) -> None:
    strict = campus.service.settings.model_copy(update={"staff_second_factor": True})
    campus.app.state.service = replace(campus.service, settings=strict)
    is_tie = place is use_own_account
    for kind in KINDS:
        for factor in ("none", "app"):
            login = f"{kind}-{factor}"
            place(campus, login)
            owes = factor == "app" or kind != "student" or is_tie  # who ties an account there teaches
            assert let_in(campus, login) == ([] if owes else [False]), login
    with campus.service.database.read() as session:
        tied = select(Person.login).join(LmsAccount, LmsAccount.person_id == Person.id)
        assert not [login for login in session.scalars(tied) if not login.startswith("lms-")]


def test_where_nothing_more_is_asked_a_tied_session_is_as_weak_as_its_password(campus: Campus) -> None:
    use_own_account(campus, "teacher-none")
    assert let_in(campus, "teacher-none") == [False]
    use_own_account(campus, "operator-none")
    assert let_in(campus, "operator-none") == [], "no platform signs in to an operator's account"
    use_own_account(campus, "teacher-app")
    assert let_in(campus, "teacher-app") == []
