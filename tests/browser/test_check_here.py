"""A file is checked in the browser before it is submitted: as the engine would, and sent to nobody."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, Request, expect

from api.browser.check_request import CheckRequest, read_request, selection
from grader.grade import grade
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from tests.browser.conftest import Visit
from tests.browser.test_playground import ENDINGS, LEAVES, PATIENCE_MILLISECONDS, REACHES_OUT
from tests.browser.writing import write
from tests.world import pyodide
from tests.world.sample_course import EXAMPLES, SampleCourse

pytestmark = [
    pytest.mark.skipif(bool(pyodide.lacking()), reason=pyodide.lacking()),
    pytest.mark.sampled(one_in=48, of="the engine in a browser"),
]

RIGHT = (EXAMPLES / "correct.py").read_text(encoding="utf-8")
WRONG = EXAMPLES / "overwrite.py"
NUMPY = "import numpy\n\nclass Value:\n    pass\n"
SHOWN = ".here [data-now=done], .here [data-now=failed], .here [data-now=numpy]"
"""A check came to its end."""

Opened = Callable[..., Page]


@pytest.fixture
def opened(visit: Visit, sample: SampleCourse) -> Opened:
    """Opens the page of an assignment, or where files are tried."""

    def page(path: str = "", **options: Any) -> Page:
        student = None if path else sample.student
        found = visit(student, **options)
        found.set_default_timeout(PATIENCE_MILLISECONDS)
        found.goto(path or f"/assignments/{sample.assignments['open']}")
        return found

    return page


def check(page: Page, text: str) -> None:
    """Choose a file with this text, and have it checked here."""
    file = FilePayload(name="value.py", mimeType="text/x-python", buffer=text.encode())
    page.set_input_files("#file", file)
    page.locator(".check-here[data-how=file]").click()
    page.locator(SHOWN).wait_for(state="attached")


def outcome(page: Page) -> tuple[float, float, str, list[str]]:
    """The points, the kind of problem and the causes that the page shows."""
    expect(page.locator(".here .said")).to_have_attribute("data-now", "done")
    shown = page.locator("#checked")
    earned, possible, problem, causes = (
        shown.get_attribute(f"data-{name}") or "" for name in ("earned", "possible", "problem", "causes")
    )
    return float(earned), float(possible), problem, causes.split()


def expected(request: CheckRequest, text: str, sandbox: Embedded) -> tuple[float, float, str, list[str]]:
    """The result of the engine in a sandbox, at the same inputs."""
    report = grade(Source("value.py", text.encode()), selection(request), sandbox)
    findings = report.diagnosis.findings if report.diagnosis else ()
    problem = report.problem.kind.value if report.problem else ""
    return report.score.earned, report.score.possible, problem, [each.fault or "" for each in findings]


@pytest.mark.sampled(one_in=1)
def test_a_wrong_file_is_explained_and_nothing_of_it_leaves_the_browser(
    opened: Opened, sandbox: Embedded
) -> None:
    page = opened(viewport={"width": 360, "height": 800}, color_scheme="dark")
    request = read_request(page.locator("#upload").get_attribute("data-asked") or "")
    sent: list[Request] = []
    page.on("request", lambda each: sent.append(each) if each.method != "GET" else None)
    check(page, WRONG.read_text(encoding="utf-8"))

    assert outcome(page) == expected(request, WRONG.read_text(encoding="utf-8"), sandbox)
    assert sent == []
    expect(page.locator("#checked .score")).to_contain_text("suites passed")
    expect(page.locator("#checked .finding svg").first).to_be_attached()
    expect(page.locator("#checked details.replay").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Submit this file").click()
    page.wait_for_url("**/submissions/*")


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_file_hangs_the_page(ending: str, opened: Opened, sandbox: Embedded) -> None:
    page = opened("/try")
    text = f"{RIGHT}\n{ENDINGS[ending]}"
    check(page, text)
    assert outcome(page) == expected(CheckRequest(stage="full"), text, sandbox)


def test_what_is_written_is_checked_on_the_suites_that_are_chosen(opened: Opened, sandbox: Embedded) -> None:
    page = opened("/try?example=on")
    text = page.locator("#code").input_value()
    page.locator("#stage").select_option("core")
    page.locator(".check-here[data-how=code]").click()
    page.locator(SHOWN).wait_for(state="attached")
    assert outcome(page) == expected(CheckRequest(stage="core"), text, sandbox)


def test_a_file_with_numpy_is_looked_at_by_the_server(opened: Opened) -> None:
    page = opened()
    check(page, NUMPY)
    expect(page.locator(".here .said")).to_have_attribute("data-now", "numpy")
    expect(page.locator(".checked[data-of=file]")).to_contain_text("There is no class to grade.")


def test_a_press_leads_to_where_it_is_said_and_numpy_needs_no_engine(opened: Opened) -> None:
    page = opened("/try", viewport={"width": 360, "height": 800})
    page.route("**/engine/**", lambda _: None)  # it never comes
    said = page.locator(".here .said")

    page.locator(".check-here[data-how=file]").click()
    expect(said).to_have_attribute("data-now", "notAFile")
    expect(said).to_be_focused()
    expect(page.locator(".here progress")).to_be_hidden()
    check(page, NUMPY)
    page.locator(".here [data-now=numpy]").wait_for()

    write(page, RIGHT)
    page.locator(".check-here[data-how=code]").click()
    expect(said).to_have_attribute("data-now", "loading")
    expect(said).to_be_focused()
    expect(said).to_be_in_viewport()
    expect(page.locator(".here progress")).to_be_visible()


def test_where_the_engine_cannot_be_had_the_server_looks_at_the_file(opened: Opened) -> None:
    page = opened()
    page.route("**/engine/**", lambda route: route.fulfill(status=503))
    file = FilePayload(name="value.py", mimeType="text/x-python", buffer=RIGHT.encode())
    page.set_input_files("#file", file)
    expect(page.locator(".checked[data-of=file]")).to_contain_text("The file can be read.")


def test_a_browser_without_webassembly_has_the_page_as_before(opened: Opened) -> None:
    page = opened()
    page.add_init_script("delete window.WebAssembly")
    page.reload()
    expect(page.locator(".check-here")).to_have_count(2)
    expect(page.locator(".check-here:visible")).to_have_count(0)
    page.set_input_files("#file", Path(WRONG))
    expect(page.locator(".checked[data-of=file]")).to_contain_text("The file can be read.")


@pytest.mark.parametrize("way", LEAVES)
def test_a_file_asks_nobody_for_anything(way: str, opened: Opened) -> None:
    page = opened("/try")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    check(page, f"{RIGHT}\n{REACHES_OUT.format(code=LEAVES[way])}")
    assert [url for url in asked if "elsewhere" in url or "secret" in url] == []


@pytest.mark.parametrize("way", ["fetch('/suites')", "import('https://elsewhere.test/x.js')"])
def test_its_worker_asks_nobody_even_before_it_gives_anything_up(way: str, opened: Opened) -> None:
    page = opened("/try")
    with page.expect_worker() as started:
        page.evaluate(
            """async () => {
                const list = new URL("/engine/manifest.json", location.href);
                const { worker } = await (await fetch(list)).json();
                window.kept = new Worker(new URL(worker, list).href, { type: "module" });
            }"""
        )
    worker = started.value
    said = worker.evaluate(f"(async () => {way})().then(() => 'reached', () => 'stopped')")
    assert said == "stopped"


def test_a_result_puts_nothing_into_a_form_of_ours(opened: Opened) -> None:
    shown = opened("/try").evaluate(
        """async (html) => {
            const script = document.querySelector('script[src*="/upload.js"]').src;
            const { harmless } = await import(new URL("harmless.js", script));
            const place = document.createElement("div");
            place.replaceChildren(...harmless(html));
            return place.innerHTML;
        }""",
        '<input form="upload" name="code"><button formaction="/me">x</button><p>kept</p>',
    )
    assert shown == "<p>kept</p>"
