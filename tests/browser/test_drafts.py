"""What is typed stays in the browser until it was submitted, whatever happens in between."""

import re
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from grader.sandbox.embedded import Embedded
from submissions.people.access import passwords
from submissions.tables import Person
from tests import patience
from tests.browser.conftest import Visit
from tests.browser.dropping import drop
from tests.browser.test_try import EDITOR
from tests.browser.writing import write
from tests.world.sample_course import EXAMPLES, SampleCourse
from tests.world.serving import Serving, serving

WORDS = "four words of hers"


@pytest.fixture
def typed() -> str:
    """Something nobody has submitted: the page begins with what was submitted last, which is no draft."""
    return f"class Value:\n    pass  # {uuid4()}\n"


@pytest.fixture
def page(visit: Visit, sample: SampleCourse, typed: str) -> Page:
    """The page of an assignment, with something typed."""
    opened = visit(sample.student)
    opened.goto(f"/assignments/{sample.assignments['late']}")
    type_in(opened, typed)
    return opened


def type_in(page: Page, typed: str) -> None:
    write(page, typed)
    patience.until(
        lambda: page.evaluate("Object.keys(localStorage).some(key => key.startsWith('draft:'))"), seconds=10
    )


def is_back(page: Page, typed: str) -> None:
    expect(page.locator("#code")).to_have_value(typed)
    expect(page.locator(".draft")).to_contain_text("Your draft of")


def test_a_closed_tab_loses_nothing(page: Page, typed: str) -> None:
    url, context = page.url, page.context
    page.close()
    again = context.new_page()
    again.goto(url)

    is_back(again, typed)
    again.get_by_role("button", name="Discard draft").click()
    expect(again.locator("#code")).not_to_have_value(typed)
    again.reload()
    expect(again.locator(".draft")).to_be_hidden()


def test_leaving_is_asked_about(page: Page) -> None:
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    page.get_by_role("textbox", name=EDITOR, exact=True).press("End")
    page.get_by_role("link", name="Faults").click()
    expect(page).to_have_url(re.compile("/faults$"))

    assert asked == ["beforeunload"]


def test_signing_out_and_in_again_loses_nothing(
    visit: Visit, sample: SampleCourse, served: Serving, typed: str
) -> None:
    set_password(served, sample.student)
    page = visit(sample.student)
    page.goto(f"/assignments/{sample.assignments['late']}")
    type_in(page, typed)
    url = page.url
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("link", name="Sign in", exact=True).first).to_be_visible()
    page.goto(url)
    sign_in(page, sample.student)

    expect(page).to_have_url(url)
    is_back(page, typed)


def test_who_signs_in_next_at_this_browser_finds_nothing(
    page: Page, sample: SampleCourse, served: Serving, typed: str
) -> None:
    set_password(served, sample.owner)
    url = page.url
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.goto(url)
    sign_in(page, sample.owner)

    expect(page.locator("#code")).not_to_have_value(typed)


def test_an_ended_session_asks_to_sign_in_and_the_text_is_there(
    page: Page, sample: SampleCourse, served: Serving, typed: str
) -> None:
    set_password(served, sample.student)
    page.context.clear_cookies()
    page.get_by_role("button", name="Submit this code").click()

    expect(page.get_by_role("alert")).to_contain_text("Your session has ended")
    expect(page.locator("#code")).to_have_value(typed)
    page.get_by_role("alert").get_by_role("link", name="Sign in").click()
    sign_in(page, sample.student)
    is_back(page, typed)
    page.get_by_role("button", name="Submit this code").click()
    expect(page).to_have_url(re.compile("/submissions/"))


def test_a_restarted_server_loses_nothing(
    browser: Browser, sandbox: Embedded, tmp_path: Path, typed: str
) -> None:
    with browser.new_context() as context, ExitStack() as running:
        first = running.enter_context(serving(tmp_path, sandbox))
        page = context.new_page()
        page.goto(f"{first.url}/try")
        type_in(page, typed)
        running.close()
        page.get_by_role("button", name="Try this code").click()
        expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
        expect(page.locator("#code")).to_have_value(typed)

        with serving(tmp_path, sandbox, port=int(first.url.rpartition(":")[2])):
            page.get_by_role("button", name="Try this code").click()
            expect(page).to_have_url(re.compile("/try/."))


def test_what_was_submitted_is_no_draft_any_more(page: Page) -> None:
    url = page.url
    page.get_by_role("button", name="Submit this code").click()
    expect(page).to_have_url(re.compile("/submissions/"))
    page.goto(url)

    expect(page.locator(".draft")).to_be_hidden()


def test_a_dropped_file_is_shown_and_checked_before_it_is_submitted(
    visit: Visit, sample: SampleCourse
) -> None:
    page = visit(sample.student)
    page.add_init_script("delete globalThis.WebAssembly")  # then the server looks at the file
    page.goto(f"/assignments/{sample.assignments['open']}")
    drop(page, EXAMPLES / "only_plus_and_times.py")

    expect(page.locator(".chosen")).to_contain_text("class Value")
    expect(page.locator(".checked[data-of=file]")).to_contain_text(
        "Operations found: `+`, `*` and `backward()`.".replace("`", "")
    )
    expect(page.locator(".checked[data-of=file]")).to_contain_text("not in your class")
    assert "/assignments/" in page.url


def test_a_syntax_error_is_told_before_it_is_submitted_with_its_line(
    visit: Visit, sample: SampleCourse
) -> None:
    page = visit(sample.student)
    page.add_init_script("delete globalThis.WebAssembly")  # then the server looks at the file
    page.goto(f"/assignments/{sample.assignments['open']}")
    write(page, "class Value:\n    def __init__(self, data)\n        pass\n")
    page.get_by_role("button", name="Check code first").click()

    expect(page.locator(".checked[data-of=code]")).to_contain_text("line 2")
    expect(page.locator(".checked[data-of=code] .pointer")).to_have_text(re.compile(r" {24}\^"))


def set_password(served: Serving, person: Person) -> None:
    with served.service.database.begin() as session:
        session.get_one(Person, person.id).password_hash = passwords.hashed(WORDS)


def sign_in(page: Page, person: Person) -> None:
    page.get_by_label("Login").fill(person.login)
    page.get_by_label("Password").fill(WORDS)
    page.get_by_role("button", name="Sign in").click()
