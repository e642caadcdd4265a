"""What the pages of a student weigh, and how long a result takes, beside a small page.

Bars: a result page of at most 200 KB with nothing in the browser's cache; from submit to result under 1 s on
a quiet machine. On a busy one, compare with the small page of the same run.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any
from uuid import UUID

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from sqlalchemy import select

from api.web import cookies
from bench._service import Installation, prepared
from submissions.operating.service import utc_now
from submissions.people.access import sessions
from submissions.storage.database import Database
from submissions.tables import Person
from tests.browser import chromium

_WRONG = Path("examples/overwrite.py")
_SMALL_PAGE = "/privacy"
_RUNS, _WARM_UP = 12, 2
_BAR_KB, _BAR_SECONDS = 200, 1.0
_SUBMIT = "Submit this file"
_AGAIN = "Submit again"
_CHANGED = "# changed\n"
"""At the end of a file: the same one again would not be graded again."""


def main() -> None:
    """Print the weight of each page, then the times."""
    if chromium.path() is None:
        print("  no Chromium on this machine")
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        url = f"sqlite:///{folder}/backgrade.db"
        assignment = prepared(url, students=1).assignment_id
        with Installation(url, Path(folder)) as installation:
            installation.web.wait_until_it_grades()
            browser = chromium.launched(playwright)
            _measure(Student(browser, f"http://127.0.0.1:{installation.port}", _session(url)), assignment)
            browser.close()


def _session(url: str) -> str:
    """The cookie of the only student."""
    with closing(Database(url)) as database, database.begin() as session:
        student = session.scalars(select(Person).where(Person.login == "student-0")).one()
        return sessions.start(session, student.id, browser="bench", now=utc_now())


@dataclass(frozen=True)
class Student:
    """Somebody who is signed in, at a browser."""

    browser: Browser
    site: str
    secret: str

    def context(self) -> BrowserContext:
        """One with nothing in its cache."""
        context = self.browser.new_context(base_url=self.site)
        context.add_cookies([{"name": cookies.SESSION, "value": self.secret, "url": self.site}])
        return context


def _measure(student: Student, assignment: UUID) -> None:
    page = student.context().new_page()
    address = f"/assignments/{assignment}"
    waits = {
        "a small page, from link to load": list(_each(lambda _: _opened(page))),
        "from submit to result": list(_each(lambda number: _submitted(page, address, number))),
        "from submit to result, in place": list(_each(lambda _: _submitted_again(page))),
    }
    for name, path in {"home": "/", "assignment": address, "result": page.url}.items():
        _weigh(student, name, path)
    for name, seconds in waits.items():
        bar = f" (bar {_BAR_SECONDS * 1e3:.0f} ms)" if "result" in name else ""
        print(f"  {name}: {median(seconds) * 1e3:.0f} ms{bar}, median of {len(seconds)}, {_range(seconds)}")


def _range(seconds: list[float]) -> str:
    return f"{min(seconds) * 1e3:.0f} to {max(seconds) * 1e3:.0f} ms"


# --- Weight ---


@dataclass
class Downloads:
    """What came over the line for one page."""

    received: dict[str, float] = field(default_factory=dict)
    """Bytes with their heads, as they were sent, by request."""

    def listen(self, page: Page) -> None:
        """Count from now on."""
        line = page.context.new_cdp_session(page)
        line.on("Network.loadingFinished", self._note)
        line.send("Network.enable")

    def _note(self, event: dict[str, Any]) -> None:
        self.received[event["requestId"]] = event["encodedDataLength"]

    def __str__(self) -> str:
        sent = [size for size in self.received.values() if size]
        return f"{sum(sent) / 1e3:.0f} KB in {len(sent)} requests"


def _weigh(student: Student, name: str, path: str) -> None:
    context = student.context()
    visits = []
    for _ in ("first", "again"):
        page, downloads = context.new_page(), Downloads()
        downloads.listen(page)
        page.goto(path)
        page.wait_for_load_state("networkidle")
        visits.append(str(downloads))
        page.close()
    context.close()
    bar = f" (bar {_BAR_KB} KB)" if name == "result" else ""
    print(f"  {name} page: {visits[0]}{bar}, again {visits[1]}")


# --- Time ---


def _each(measured: Callable[[int], float]) -> Iterator[float]:
    for number in range(_WARM_UP + _RUNS):
        seconds = measured(number)
        if number >= _WARM_UP:
            yield seconds


def _opened(page: Page) -> float:
    started = time.perf_counter()
    page.goto(_SMALL_PAGE)
    return time.perf_counter() - started


def _submitted(page: Page, address: str, number: int) -> float:
    page.goto(address)
    file = _WRONG.read_bytes() + f"# {number}\n".encode()
    page.set_input_files("#file", {"name": _WRONG.name, "mimeType": "text/x-python", "buffer": file})
    page.locator(".checked[data-of=file] > *").first.wait_for()
    started = time.perf_counter()
    page.get_by_role("button", name=_SUBMIT).click()
    page.locator(".finding .graph-picture.right").first.wait_for()
    return time.perf_counter() - started


def _submitted_again(page: Page) -> float:
    page.locator(".bench .cm-content").wait_for()
    shown = page.url
    page.locator(".bench .cm-content").press("Control+End")
    page.keyboard.insert_text(_CHANGED)
    started = time.perf_counter()
    page.get_by_role("button", name=_AGAIN).click()
    page.wait_for_url(lambda url: url != shown)
    page.locator(".finding .graph-picture.right").first.wait_for()
    return time.perf_counter() - started
