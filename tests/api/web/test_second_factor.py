"""Two-factor sign-in, from setting it up to losing the phone."""

import re
from collections.abc import Callable
from datetime import timedelta

import pyotp
import pytest
from sqlalchemy import select

from api.command import main
from submissions.operating.service import Service
from submissions.people.access import half_sign_ins, people, sessions, sign_in_links
from submissions.tables import AuditEvent, Person, RecoveryCode, Role, SecondFactor, WebSession
from tests.api.web.conftest import WORDS, with_settings
from tests.world import classroom
from tests.world.browser import Browser, browser
from tests.world.clock import FakeClock
from tests.world.pages import Page

NEW = {"password": "quite another one"}
MINE = "/me/second-factor"
KEY = re.compile(r"<code>((?:[A-Z2-7]{4} ?){8})</code>")
RECOVERY = re.compile(r"\b(?:[a-z2-9]{4}-){3}[a-z2-9]{4}\b")


def code(key: str, clock: FakeClock, steps: int = 0) -> str:
    """What the app shows now, or so many half minutes later."""
    return pyotp.TOTP(key).at(clock() + timedelta(seconds=30 * steps))


def key_on(page: Page) -> str:
    """The key that a page shows for typing; the picture has the same."""
    (found,) = KEY.findall(page.source)
    assert page.soup.select('img[src^="data:image/svg"]')
    return str(found).replace(" ", "")


@pytest.fixture
def app_key(signed_in: Browser, clock: FakeClock) -> tuple[str, list[str]]:
    """The key of Ada's app, and her recovery codes."""
    signed_in.press(signed_in.open(MINE), "Set up")
    key = key_on(signed_in.open(MINE))
    assert signed_in.send(MINE, f"{MINE}/confirm", code="000000").status == 401
    done = signed_in.send(MINE, f"{MINE}/confirm", code=code(key, clock))
    codes = RECOVERY.findall(done.source)
    assert len(set(codes)) == 10
    clock.advance(minutes=2)
    return key, codes


def test_after_the_password_a_code_is_asked_and_is_good_once(
    app_key: tuple[str, list[str]], visit: Callable[..., Browser], clock: FakeClock, signed_in: Browser
) -> None:
    assert signed_in.open(MINE).status == 200, "the browser that set it up goes on"
    assert KEY.findall(signed_in.open(MINE).source) == [], "the key is never shown again"
    here, there = visit(), visit()
    for each in (here, there):
        assert each.sign_in("ada", WORDS).headers["Location"] == "/second-factor"
        assert each.open("/me").status == 303, "half a sign-in is none"
    now = code(app_key[0], clock)
    assert here.send("/second-factor", code=code(app_key[0], clock, -3)).status == 401
    assert here.send("/second-factor", code=f" {now[:3]} {now[3:]} ").headers["Location"] == "/"
    assert here.open("/me").status == 200
    assert there.send("/sign-in", "/second-factor", code=now).status == 410, "every half ends with the whole"
    assert there.sign_in("ada", WORDS).status == 303
    assert there.send("/second-factor", code=now).status == 401, "a code is good once"
    assert there.send("/second-factor", code=code(app_key[0], clock, -1)).status == 401, "nor one before"
    clock.advance(seconds=30)
    assert there.send("/second-factor", code=code(app_key[0], clock)).status == 303


def test_who_guesses_waits_whatever_browser_they_use(
    app_key: tuple[str, list[str]], visit: Callable[..., Browser], clock: FakeClock
) -> None:
    here, there = visit(), visit(address="192.0.2.9")
    for each in (here, there):
        each.sign_in("ada", WORDS)
    assert [here.send("/second-factor", code="000000").status for _ in range(5)] == [401] * 5
    assert there.send("/second-factor", code=code(app_key[0], clock)).status == 429
    clock.advance(minutes=1)
    assert there.send("/second-factor", code=code(app_key[0], clock)).status == 303


def test_recovery_codes_are_hashed_and_good_once(
    app_key: tuple[str, list[str]], visit: Callable[..., Browser], service: Service, clock: FakeClock
) -> None:
    key, codes = app_key
    here = visit()
    answers = []
    for _ in range(2):
        here.client.cookies.clear()
        here.sign_in("ada", WORDS)
        answers.append(here.send("/second-factor", code=codes[0].upper()).status)
    assert answers == [303, 401]
    with service.database.read() as session:
        kept = session.scalars(select(RecoveryCode.code_hash)).all()
    assert len(kept) == 9
    assert not {*codes, *(each.replace("-", "") for each in codes)} & set(kept)

    here.send("/second-factor", code=codes[1])
    fresh = RECOVERY.findall(here.send(MINE, f"{MINE}/codes", code=code(key, clock)).source)
    assert len(fresh) == 10
    assert not set(fresh) & set(codes)
    assert here.send(MINE, f"{MINE}/remove", code=codes[2]).status == 401
    assert here.send(MINE, f"{MINE}/remove", code=fresh[0]).status == 303
    assert visit().sign_in("ada", WORDS).headers["Location"] == "/"
    with service.database.read() as session:
        actions = set(session.scalars(select(AuditEvent.action)))
    expected = {"second-factor-set-up", "recovery-code-used", "recovery-codes-made", "second-factor-removed"}
    assert expected <= actions


def test_setting_it_up_signs_out_elsewhere_and_a_link_does_not_go_round_it(
    ada: Person,
    app_key: tuple[str, list[str]],
    visit: Callable[..., Browser],
    service: Service,
    clock: FakeClock,
) -> None:
    assert app_key
    with service.database.begin() as session:
        link = sign_in_links.create(session, ada.id, now=clock())
        assert [each.is_strong for each in session.scalars(select(WebSession))] == [True]
    here = visit()
    used = here.send(f"/sign-in/{link}")
    assert used.headers["Location"] == "/second-factor"
    assert here.send("/second-factor", code=app_key[1][0]).status == 303
    page = here.send("/me", "/me/password", **NEW)
    assert page.status == 303, "who came by a link may choose a password"


def test_a_half_ends_after_ten_minutes_with_a_new_password_and_with_the_account(
    app_key: tuple[str, list[str]],
    visit: Callable[..., Browser],
    clock: FakeClock,
    service: Service,
    ada: Person,
) -> None:
    here = visit()
    here.sign_in("ada", WORDS)
    clock.advance(minutes=10)
    assert here.open("/second-factor").status == 410
    here.sign_in("ada", WORDS)
    with service.database.begin() as session:
        session.get_one(Person, ada.id).disabled_at = clock()
        half_sign_ins.forget(session, now=clock())
    assert here.send("/sign-in", "/second-factor", code=code(app_key[0], clock)).status == 410


def test_staff_have_to_set_it_up_where_the_service_says_so(
    service: Service, ada: Person, clock: FakeClock
) -> None:
    with service.database.begin() as session:
        course, _ = classroom.course(session)
        people.enrol(session, course.id, ada.id, Role.STUDENT, now=clock())
        weak = sessions.start(session, ada.id, browser="", now=clock())
        strong = sessions.start(session, ada.id, browser="", is_strong=True, now=clock())
    app = with_settings(service, staff_second_factor=True)
    with browser(app) as here:
        here.client.cookies.set("backgrade", weak)
        assert here.open("/me").status == 200, "students need not"
        with service.database.begin() as session:
            place = people.place(session, course.id, ada.id)
            place.role = Role.ASSISTANT
        assert here.open("/me").status == 303, "a session without it ends for staff"
        here.client.cookies.set("backgrade", strong)
        assert here.open("/me").status == 200
        here.client.cookies.clear()

        assert here.sign_in("ada", WORDS).headers["Location"] == "/second-factor"
        key = key_on(here.open("/second-factor"))
        assert here.send("/second-factor", code="123").status == 401
        done = here.send("/second-factor", code=code(key, clock))
        assert len(RECOVERY.findall(done.source)) == 10
        assert here.send("/me", "/me/password", current=WORDS, **NEW).status == 303
        assert here.open("/me").status == 200, "another password takes away nothing of the second factor"
        clock.advance(minutes=1)
        refused = here.send(MINE, f"{MINE}/remove", code=code(key, clock))
        assert (refused.status, "cannot turn" in refused.text) == (422, True)


def test_an_operator_resets_it_at_the_machine(
    app_key: tuple[str, list[str]],
    service: Service,
    visit: Callable[..., Browser],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert app_key
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", service.database.url)
    assert main(["user", "reset-second-factor", "ada"]) == 0

    assert visit().sign_in("ada", WORDS).headers["Location"] == "/"
    with service.database.read() as session:
        assert session.scalars(select(SecondFactor)).all() == []
        assert session.scalars(select(RecoveryCode)).all() == []
