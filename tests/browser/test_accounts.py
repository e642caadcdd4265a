"""Coming in, in a real browser: by a link, by a password, by a join code without an account."""

import re
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from submissions.courses.courses import join_codes
from submissions.people.access import people, sign_in_links
from submissions.tables import Person
from tests.browser.conftest import Visit
from tests.world.classroom import OPERATOR
from tests.world.sample_course import SampleCourse
from tests.world.serving import Serving

WORDS = "four words of hers"


@pytest.fixture
def newcomer(served: Serving) -> Person:
    """Somebody with an account, and no way in but a link."""
    with served.service.database.begin() as session:
        return people.add(session, f"new-{uuid4().hex}", "Grace New", now=served.service.now())


@pytest.fixture
def link(served: Serving, newcomer: Person) -> str:
    with served.service.database.begin() as session:
        return f"/sign-in/{sign_in_links.create(session, newcomer.id, now=served.service.now())}"


@pytest.fixture
def code(sample: SampleCourse) -> str:
    with sample.service.database.begin() as session:
        return join_codes.make(session, OPERATOR, sample.course.id, now=sample.service.now()).code


def test_a_link_leads_to_a_password_and_that_back_in(visit: Visit, link: str, newcomer: Person) -> None:
    window = visit()
    window.goto(link)
    _is_for_everybody(window)
    window.get_by_role("button", name="Sign in").click()

    expect(window).to_have_url(re.compile(r":\d+/$"))
    expect(window.get_by_text("no password yet")).to_be_visible()
    window.goto("/me")
    window.get_by_label("New password").fill(WORDS)
    window.get_by_role("button", name="Set password").click()
    expect(window.get_by_label("Current password")).to_be_visible()
    _is_for_everybody(window)

    window.get_by_role("button", name="Sign out", exact=True).first.click()
    window.goto("/me")
    expect(window).to_have_url(re.compile(r"/sign-in\?next=/me$"))
    window.get_by_label("Login").fill(newcomer.login)
    window.get_by_label("Password").fill("not the one")
    window.get_by_role("button", name="Sign in").click()
    expect(window.get_by_role("alert")).to_contain_text("do not match")
    _is_for_everybody(window)
    window.get_by_label("Password").fill(WORDS)
    window.keyboard.press("Enter")
    expect(window).to_have_url(re.compile("/me$"))


def test_a_code_leads_a_newcomer_into_the_course(visit: Visit, code: str, sample: SampleCourse) -> None:
    window = visit()
    window.goto("/join")
    window.get_by_label("Join code").fill(code.lower().replace("-", " "))
    window.keyboard.press("Enter")
    expect(window.get_by_role("heading", level=1)).to_contain_text(sample.course.title)
    _is_for_everybody(window)

    window.get_by_label("Login").fill(f"joiner-{uuid4().hex}")
    window.get_by_label("Name").fill("Joan Joiner")
    window.get_by_label("Password").fill("too short")
    window.get_by_role("button", name="Join course").click()
    assert window.get_by_label("Password").evaluate("field => field.validity.tooShort")
    window.get_by_label("Password").fill(WORDS)
    window.get_by_role("button", name="Join course").click()

    expect(window).to_have_url(re.compile(f"/courses/{sample.course.id}$"))
    expect(window.get_by_role("heading", level=1)).to_contain_text(sample.course.title)


def test_what_is_wrong_stands_at_its_field(visit: Visit, code: str, sample: SampleCourse) -> None:
    window = visit()
    window.goto(f"/join?code={code}")
    window.get_by_label("Login").fill(sample.student.login)
    window.get_by_label("Name").fill("Joan Joiner")
    window.get_by_label("Password").fill(WORDS)
    window.get_by_role("button", name="Join course").click()

    expect(window.get_by_label("Login")).to_have_attribute("aria-invalid", "true")
    expect(window.get_by_label("Name")).to_have_value("Joan Joiner")
    expect(window.get_by_label("Password")).to_have_value("")
    _is_for_everybody(window)


def test_who_is_signed_in_joins_with_a_click(
    visit: Visit, newcomer: Person, code: str, sample: SampleCourse
) -> None:
    window = visit(newcomer)
    window.goto(f"/join?code={code}")
    _is_for_everybody(window)
    window.get_by_role("button", name="Join course").click()

    expect(window).to_have_url(re.compile(f"/courses/{sample.course.id}$"))


def test_a_token_is_made_and_revoked(visit: Visit, newcomer: Person) -> None:
    window = visit(newcomer)
    window.goto("/me")
    window.locator("#label").fill("laptop")
    window.get_by_label("submissions:write").check()
    window.get_by_role("button", name="Create token").click()

    expect(window.get_by_text(re.compile(r"^bg_pat_\w{80,}$"))).to_be_visible()
    _is_for_everybody(window)
    window.get_by_role("button", name="Revoke laptop").click()
    expect(window.get_by_text("You have no tokens.")).to_be_visible()


def test_one_browser_can_sign_out_another(visit: Visit, newcomer: Person) -> None:
    here, there = visit(newcomer), visit(newcomer)
    there.goto("/me")
    here.goto("/me")
    here.get_by_role("button", name="Sign out elsewhere").click()
    expect(here.get_by_role("button", name="Sign out elsewhere")).to_have_count(0)

    there.goto("/me")
    expect(there).to_have_url(re.compile("/sign-in"))


def _is_for_everybody(window: Page) -> None:
    found = Axe().run(window, options={"resultTypes": ["violations"]})
    assert [each["id"] for each in found.response["violations"]] == []
