"""The playground in a real browser, served by Python's web server: it says of a file what the engine says."""

import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from api.packages import write
from api.playground.site import site
from grader.assignment import assignment, at_textbook_inputs
from grader.grade import grade
from grader.sandbox.base import Source
from grader.sandbox.embedded import Embedded
from tests.corpus_files import Member, members
from tests.world import pyodide

pytestmark = pytest.mark.skipif(bool(pyodide.lacking()), reason=pyodide.lacking())

RIGHT = (Path(__file__).parents[2] / "examples" / "correct.py").read_text()
OVERWRITES = (Path(__file__).parents[2] / "examples" / "overwrite.py").read_text()
ENDINGS = {
    "is_right": "",
    "never_ends": "a = 0\nwhile a < 1:\n    a = a * 1\n",
    "catches_its_end": "while True:\n    try:\n        while True: pass\n    except BaseException: pass\n",
    "computes_in_one_call": "x = 10 ** 10 ** 9\n",
    "exits": "import os\nos._exit(3)\n",
    "closes_its_streams": "import os, sys\nsys.stdout.close()\nos.close(1)\nos.close(2)\n",
    "fills_the_memory": "x = []\nwhile True:\n    x.append(bytearray(10_000_000))\n",
    "cannot_be_parsed": "def f(:\n",
}
OVERFLOWS = {"reflected_recurses"}
"""Faults by which an operator recurses without end: that overflows a browser's stack, and ends the worker."""
WITHOUT_NUMPY = [
    member
    for member in members()
    if not member.submission.imports.has_numpy and member.fault not in OVERFLOWS
]
PATIENCE_MILLISECONDS = 300_000
ENDED = "[data-now=done], [data-now=failed], [data-now=numpy], [data-now=unreachable]"

Opened = Callable[..., Page]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing of requests."""


@pytest.fixture(scope="session")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site, on a server that only hands out files."""
    folder = tmp_path_factory.mktemp("playground")
    list(write(site(), folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def opened(browser: Browser, playground: str) -> Iterator[Opened]:
    """Opens the site in windows of one browser of its own."""
    contexts: list[BrowserContext] = []

    def page(path: str = "", **options: Any) -> Page:
        context = browser.new_context(base_url=playground, **options)
        context.add_init_script(path=AXE_FILE_PATH)
        contexts.append(context)
        found = context.new_page()
        found.set_default_timeout(PATIENCE_MILLISECONDS)
        found.goto(path)
        return found

    yield page
    for context in contexts:
        context.close()


def give(page: Page, text: str) -> None:
    """Open a file with this text."""
    file = FilePayload(name="value.py", mimeType="text/x-python", buffer=text.encode())
    page.locator("#file").set_input_files(file)


def checked(page: Page, text: str) -> tuple[float, float, str, list[str]]:
    """Check a text; the points, the kind of problem and the causes that the page shows."""
    give(page, text)
    expect(page.locator("#code")).to_have_value(text)
    page.get_by_role("button", name="Check").click()
    page.locator(ENDED).wait_for(state="attached")
    said = page.locator(".said")
    expect(said).to_have_attribute("data-now", "done")
    shown = page.locator("#checked")
    earned, possible, problem, causes = (
        shown.get_attribute(f"data-{name}") or "" for name in ("earned", "possible", "problem", "causes")
    )
    return float(earned), float(possible), problem, causes.split()


def expected(text: str, sandbox: Embedded) -> tuple[float, float, str, list[str]]:
    """What the engine says of it in a sandbox, at the same inputs."""
    source = Source("value.py", text.encode())
    report = grade(source, at_textbook_inputs(assignment("full")), sandbox)
    findings = report.diagnosis.findings if report.diagnosis else ()
    problem = report.problem.kind.value if report.problem else ""
    return report.score.earned, report.score.possible, problem, [each.fault or "" for each in findings]


@pytest.mark.parametrize("ending", ENDINGS)
def test_whatever_a_file_does_its_result_is_that_of_the_engine(
    ending: str, opened: Opened, sandbox: Embedded
) -> None:
    text = f"{RIGHT}\n{ENDINGS[ending]}"
    assert checked(opened(), text) == expected(text, sandbox)


@pytest.mark.sampled(one_in=150)
@pytest.mark.parametrize("found", WITHOUT_NUMPY, ids=lambda found: found.id)
def test_a_class_of_the_corpus_gets_its_points_and_causes(
    found: Member, opened: Opened, sandbox: Embedded
) -> None:
    text = found.source.decode()
    assert checked(opened(), text) == expected(text, sandbox)


@pytest.mark.sampled(one_in=2, of="the playground")
def test_a_wrong_file_gets_its_cause_a_picture_and_a_replay_and_an_address(
    opened: Opened, sandbox: Embedded
) -> None:
    page = opened("es/", viewport={"width": 360, "height": 800}, color_scheme="dark")
    page.locator("#code").wait_for(state="attached")
    give(page, OVERWRITES)
    page.locator("button[value=code]").click()
    page.locator(ENDED).wait_for(state="attached")
    shown = page.locator("#checked")
    expect(shown).to_have_attribute("data-causes", " ".join(expected(OVERWRITES, sandbox)[3]))
    expect(shown.locator(".finding svg").first).to_be_attached()
    expect(shown.locator("details.replay").first).to_be_attached()
    assert page.evaluate("axe.run()")["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#share").click()
    expect(page).to_have_url(re.compile("#code="))
    other = opened(page.url)
    expect(other.locator("#code")).to_have_value(OVERWRITES)


@pytest.mark.sampled(one_in=2, of="the playground")
def test_it_works_without_a_connection_once_it_was_loaded(opened: Opened, sandbox: Embedded) -> None:
    page = opened()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.locator("[data-now=ready]").wait_for(state="attached")
    page.context.set_offline(True)
    page.reload()
    assert checked(page, OVERWRITES) == expected(OVERWRITES, sandbox)


def test_without_scripts_it_says_what_to_do(opened: Opened) -> None:
    page = opened(java_script_enabled=False)
    expect(page.get_by_text("This page needs JavaScript and WebAssembly")).to_have_count(1)
    expect(page.locator("#playground")).to_be_hidden()


def test_a_file_with_numpy_is_left_to_a_server(opened: Opened) -> None:
    page = opened()
    give(page, "import numpy\nclass Value: pass\n")
    page.get_by_role("button", name="Check").click()
    page.locator("[data-now=numpy]").wait_for(state="attached")
