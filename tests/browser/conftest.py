"""One browser and one running service for all tests of a worker; pages on which nothing may go wrong."""

from asyncio import AbstractEventLoop, _set_running_loop, get_running_loop
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from api.web import cookies
from grader.sandbox.embedded import Embedded
from submissions.people.access import sessions
from submissions.tables import Person
from tests.browser import chromium
from tests.world import interfaces
from tests.world.kept_course import course_once
from tests.world.sample_course import SampleCourse
from tests.world.serving import Serving, serving

Visit = Callable[..., Page]
Windows = Callable[[Person | None], AbstractContextManager[Page]]

_EXPECTED = "the server responded with a status of"
"""What Chromium writes of every answer that is no success; the page itself says more."""
_PATIENCE_MILLISECONDS = 30_000

expect.set_options(timeout=_PATIENCE_MILLISECONDS)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let a short run draw one in 48 of the walks, unless a test or its file says how many by itself."""
    if item.get_closest_marker("sampled") is None:
        item.add_marker(pytest.mark.sampled(one_in=48, of="walks in a browser"))


@pytest.fixture(scope="session")
def _chromium() -> None:
    """There is one, or these tests are skipped."""
    if lack := chromium.lacking():
        pytest.skip(lack)


@pytest.fixture(scope="session")
def _launched(_chromium: None) -> Iterator[tuple[Browser, AbstractEventLoop]]:
    """The real one, and the loop that its library runs in this thread from its start to its end.

    The loop is hidden at once: a fixture that fails before a test begins must not leave it in sight.
    """
    with sync_playwright() as playwright:
        launched, loop = chromium.launched(playwright), get_running_loop()
        _set_running_loop(None)
        yield launched, loop
        _set_running_loop(loop)
        launched.close()


@pytest.fixture(scope="session")
def browser(_launched: tuple[Browser, AbstractEventLoop]) -> Browser:
    """The real one."""
    return _launched[0]


@pytest.fixture(autouse=True)
def _hidden_between_tests(_launched: tuple[Browser, AbstractEventLoop]) -> Iterator[None]:
    """Others run between these tests, in random order; to them no event loop may seem to be running."""
    _set_running_loop(_launched[1])
    yield
    _set_running_loop(None)


@pytest.fixture(autouse=True)
def _steady_interfaces(_chromium: None) -> Iterator[None]:
    """No test of networks makes the browser break off what it loads."""
    with interfaces.steady():
        yield


@pytest.fixture(scope="session")
def _course(
    _chromium: None, sandbox: Embedded, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, SampleCourse]:
    """Its data, and it."""
    return course_once(tmp_path_factory, sandbox)


@pytest.fixture(scope="session")
def served(_course: tuple[Path, SampleCourse], sandbox: Embedded) -> Iterator[Serving]:
    """The whole service, on a free port."""
    with serving(_course[0], sandbox) as running:
        yield running


@pytest.fixture(scope="session")
def sample(_course: tuple[Path, SampleCourse], served: Serving) -> SampleCourse:
    """A course with everything in it."""
    return replace(_course[1], service=served.service)


class Complaints(list[str]):
    """What a browser complains of, of one page or of several."""

    def listen(self, page: Page) -> None:
        """Note what is written to the console of a page, and its errors."""
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.append(str(error)))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and _EXPECTED not in message.text:
            self.append(message.text)


@pytest.fixture
def visit(browser: Browser, served: Serving) -> Iterator[Visit]:
    """Opens a window for somebody; at the end, nothing may have been complained of in any."""
    contexts, complaints = [], Complaints()

    def opened_for(person: Person | None = None, **options: Any) -> Page:
        context = _context(browser, served, person, **options)
        contexts.append(context)
        page = context.new_page()
        complaints.listen(page)
        return page

    yield opened_for
    for context in contexts:
        context.close()

    assert complaints == []


@pytest.fixture(scope="session")
def windows(browser: Browser, served: Serving) -> Windows:
    """A window for each person, with axe in it, for one page after the other; none may complain of any.

    They close with the browser.
    """
    opened: dict[UUID | None, tuple[Page, Complaints]] = {}

    @contextmanager
    def of(person: Person | None) -> Iterator[Page]:
        key = person.id if person else None
        if key not in opened:
            context = _context(browser, served, person)
            context.add_init_script(path=AXE_FILE_PATH)
            opened[key] = context.new_page(), Complaints()
            opened[key][1].listen(opened[key][0])
        page, complaints = opened[key]
        complaints.clear()
        yield page
        assert complaints == []

    return of


def _context(browser: Browser, served: Serving, person: Person | None, **options: Any) -> BrowserContext:
    """A browser of somebody's own, who is signed in."""
    context = browser.new_context(base_url=served.url, **options)
    context.set_default_timeout(_PATIENCE_MILLISECONDS)
    if person is not None:
        with served.service.database.begin() as session:
            secret = sessions.start(session, person.id, browser="test", now=served.service.now())
        context.add_cookies([{"name": cookies.SESSION, "value": secret, "url": served.url}])
    return context
