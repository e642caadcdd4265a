"""One browser and one running service for all tests of a worker; pages on which nothing may go wrong."""

from asyncio import AbstractEventLoop, _set_running_loop, get_running_loop
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from api.web import cookies
from grader.sandbox.embedded import Embedded
from submissions import sessions
from submissions.tables import Person
from tests.browser import chromium
from tests.browser.school import School, opened
from tests.browser.serving import Serving, serving

Visit = Callable[..., Page]

_EXPECTED = "the server responded with a status of"
"""What Chromium writes of every answer that is no success; the page itself says more."""
_PATIENCE_MILLISECONDS = 30_000

expect.set_options(timeout=_PATIENCE_MILLISECONDS)


@pytest.fixture(scope="session")
def _chromium() -> None:
    """There is one, or these tests are skipped."""
    if chromium.path() is not None:
        return
    lack = "no Chromium on this machine"
    if chromium.REQUIRED:
        pytest.fail(f"BACKGRADE_REQUIRE_BROWSER=1, but there is {lack}")
    pytest.skip(lack)


@pytest.fixture(scope="session")
def browser(_chromium: None) -> Iterator[Browser]:
    """The real one."""
    with sync_playwright() as playwright:
        launched = chromium.launched(playwright)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def _loop(browser: Browser) -> Iterator[AbstractEventLoop]:
    """The one that the browser's library runs in this thread from its start to its end."""
    assert browser.is_connected()
    loop = get_running_loop()
    yield loop
    _set_running_loop(loop)


@pytest.fixture(autouse=True)
def _hidden_between_tests(_loop: AbstractEventLoop) -> Iterator[None]:
    """Others run between these tests, in random order; to them no event loop may seem to be running."""
    _set_running_loop(_loop)
    yield
    _set_running_loop(None)


@pytest.fixture(scope="session")
def served(_chromium: None, sandbox: Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """The whole service, on a free port."""
    with serving(tmp_path_factory.mktemp("data"), sandbox) as running:
        yield running


@pytest.fixture(scope="session")
def school(served: Serving) -> School:
    """A course with everything in it."""
    return opened(served.service)


@pytest.fixture
def visit(browser: Browser, served: Serving) -> Iterator[Visit]:
    """Opens a window for somebody; at the end, nothing may have been complained of in any."""
    contexts, complaints = [], []

    def noted(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and _EXPECTED not in message.text:
            complaints.append(message.text)

    def opened_for(person: Person | None = None, **options: Any) -> Page:
        context = browser.new_context(base_url=served.url, **options)
        contexts.append(context)
        context.set_default_timeout(_PATIENCE_MILLISECONDS)
        if person is not None:
            with served.service.database.begin() as session:
                secret = sessions.start(session, person.id, browser="test", now=served.service.now())
            context.add_cookies([{"name": cookies.SESSION, "value": secret, "url": served.url}])
        page = context.new_page()
        page.on("console", noted)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield opened_for
    for context in contexts:
        context.close()

    assert complaints == []
