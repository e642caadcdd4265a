"""A check in the reader's browser: whom it is offered, what the page says of it, and what it may run."""

import gzip
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from bs4 import BeautifulSoup

import suites
from api.browser.check_request import CheckRequest, selection
from api.pages import _browser_check, engine
from api.playground.check import check
from grader import faults
from submissions.courses.assignments import graphs
from submissions.courses.assignments.hints import Rung
from submissions.courses.assignments.own_graph import OwnGraph
from submissions.people.access.policy import Caller
from submissions.tables import Assignment, Hinting
from tests.test_architecture import MODULES, imports, parse
from tests.world import pyodide
from tests.world.clock import NOW
from tests.world.desk import Desk
from tests.world.pages import Page
from tests.world.sample_course import EXAMPLES

pytestmark = pytest.mark.usefixtures("without_callbacks")

DAY = timedelta(days=1)
WRONG = (EXAMPLES / "overwrite.py").read_bytes()
LARGEST = 8_500_000
"""Bytes that a browser asks for until it can check a file."""
_RANGED = {"a": (1.25, 3.5), "b": (-3.0, -3.0)}

needs_pyodide = pytest.mark.skipif(bool(pyodide.lacking()), reason=pyodide.lacking())


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pyodide is on this machine, as the page believes."""
    monkeypatch.setattr(_browser_check, "is_there", lambda: True)


def page_of(desk: Desk, made: Assignment) -> Page:
    return desk.me.open(f"/assignments/{made.id}")


def asked(page: Page) -> Any:
    """The request of the page for a check in the browser; None where it offers nothing."""
    form = BeautifulSoup(page.source, "html.parser").find("form", id="upload")
    return json.loads(str(form["data-asked"])) if form and form.has_attr("data-asked") else None


def policy(page: Page) -> str:
    return page.headers["Content-Security-Policy"]


@pytest.mark.usefixtures("there")
def test_an_assignment_offers_it_with_its_own_rules(desk: Desk) -> None:
    rules = {"weights": {"diamond": 3}, "class_name": "Node", "keep_graph": True, "hint_rung": 2}
    made = desk.assignment(stage="core", **rules)

    found = asked(page_of(desk, made))

    assert (found["suites"], found["class_name"], found["keep_graph"]) == (["diamond"], "Node", True)
    assert found["rung"] == Rung.PLACE
    assert found["operations"] == ["+", "*", "backward"]


@pytest.mark.usefixtures("there")
def test_nothing_travels_with_the_page_that_is_hidden_from_its_reader(desk: Desk) -> None:
    made = desk.assignment(due_at=NOW + DAY, hidden_suites=("diamond",))
    own = [
        OwnGraph("Hidden", "y = a * b * 7", _RANGED, hidden=True),
        OwnGraph("Shown", "y = a * b", _RANGED),
    ]
    with desk.service.database.begin() as session:
        found = session.get_one(Assignment, made.id)
        graphs.set_graphs(session, Caller(desk.owner.id), found, own, revision=found.revision, now=NOW)

    for browser in (desk.me, desk.teacher):
        page = browser.open(f"/assignments/{made.id}")
        [shown] = asked(page)["own_graphs"]
        assert (shown["number"], shown["inputs"]) == (2, {"a": 2.375, "b": -3.0})
        assert "a * a * 7" not in page.source
        assert "1.25" not in page.source
    assert "diamond" not in asked(page_of(desk, made))["suites"]


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize(
    ("policies", "rung"),
    [
        ({"hint_rung": 4}, Rung.REPAIR),
        ({"hint_rung": 0}, Rung.NOTHING),
        ({"hint_rung": 4, "hinting": Hinting.CLIMB}, Rung.SYMPTOM),
        ({"hint_rung": 0, "hinting": Hinting.CLIMB}, Rung.NOTHING),
        ({"hint_rung": 4, "hints_from_attempt": 2}, Rung.NOTHING),
        ({"hint_rung": 4, "hints_until_attempt": 1}, Rung.REPAIR),
    ],
)
def test_it_says_at_most_what_the_next_attempt_would_say_at_first(
    desk: Desk, policies: dict[str, Any], rung: Rung
) -> None:
    assert asked(page_of(desk, desk.assignment(**policies)))["rung"] == rung


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize(
    "policies",
    [
        {"due_at": NOW + DAY, "shown": "after-due"},
        {"due_at": NOW - DAY, "closes_at": NOW - DAY},
        {"opens_at": NOW + DAY},
        {"hunted": ("overwritten_gradient", "preorder")},
    ],
)
def test_where_no_result_would_be_shown_none_is_offered(desk: Desk, policies: dict[str, Any]) -> None:
    page = page_of(desk, desk.assignment(**policies))

    assert asked(page) is None
    assert "wasm" not in policy(page)


def test_without_pyodide_pages_are_as_before(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_browser_check, "is_there", lambda: False)

    for page in (page_of(desk, desk.assignment()), desk.browser(None).open("/try")):
        assert asked(page) is None
        assert "computer" not in page.source
        assert "wasm" not in policy(page)


@pytest.mark.usefixtures("there")
def test_only_pages_that_offer_it_may_run_webassembly(desk: Desk) -> None:
    made = desk.assignment()
    for page in (page_of(desk, made), desk.me.open("/try")):
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy(page)
        assert policy(page).endswith("worker-src 'self'")
    others = ("/", "/suites", "/faults", "/me", f"/courses/{desk.course.id}")
    for path in (*others, f"/assignments/{made.id}/preview"):
        page = desk.teacher.open(path)
        assert "script-src 'self';" in policy(page), path
        assert "worker-src" not in policy(page), path


def test_no_other_page_asks_for_it() -> None:
    asking = {
        path.name
        for path in MODULES
        for _, name in imports(parse(path))
        if name == "api.pages._browser_check"
    }
    assert asking == {"assignment.py", "try_it.py"}


@pytest.mark.usefixtures("there")
def test_its_buttons_wait_for_a_script(desk: Desk) -> None:
    page = BeautifulSoup(page_of(desk, desk.assignment()).source, "html.parser")
    buttons = page.find_all("button", class_="check-here")
    assert [button["data-how"] for button in buttons] == ["file", "code"]
    assert all(button.has_attr("hidden") for button in buttons)
    assert all(each.has_attr("hidden") for each in page.find_all("section", class_="here"))


@pytest.mark.parametrize("rung", Rung)
def test_a_result_says_no_more_than_its_rung(rung: Rung) -> None:
    request = CheckRequest(stage="core", suites=("a_plus_a", "diamond"), rung=rung)
    found = check("value.py", WRONG, "en", request)
    page = BeautifulSoup(found["html"], "html.parser")
    text = page.get_text(" ")

    assert (found["causes"] == ["overwritten_gradient"]) == (rung >= Rung.CAUSE)
    assert (faults.load()["overwritten_gradient"].title.split(" (")[0] in text) == (rung >= Rung.CAUSE)
    assert (page.find(class_="finding") is not None) == (rung > Rung.NOTHING)
    assert ("self.grad += 1.0" in text) == (rung >= Rung.REPAIR)


def test_a_result_of_an_assignment_speaks_of_no_points() -> None:
    request = CheckRequest(stage="full", suites=("a_plus_a", "linear_chain", "log"), operations=("log",))
    page = BeautifulSoup(check("value.py", WRONG, "en", request)["html"], "html.parser")
    for hidden in page.select(".without-points .points"):
        hidden.decompose()

    text = page.get_text(" ", strip=True)
    assert "1 of 3 suites passed" in text
    assert "not in your class: log" in text
    assert not re.search(r"\d points?|\d / \d", text)


@pytest.mark.parametrize(
    "asked_by", [CheckRequest(stage="full"), CheckRequest(stage="full", suites=("chain",))]
)
def test_a_file_that_cannot_be_read_has_no_points_in_its_heading(asked_by: CheckRequest) -> None:
    page = BeautifulSoup(check("value.py", b"class Value\n", "en", asked_by)["html"], "html.parser")
    assert page.select("h2")[0].text == "No graph could be tried"


def test_suites_of_a_request_are_played_at_textbook_inputs_alone() -> None:
    request = CheckRequest(stage="full", suites=("diamond", "stress_chain", "power"))
    played = [graph for suite in selection(request).suites for graph in suite.graphs]
    assert played
    assert not any(graph.fresh or graph.far for graph in played)


@needs_pyodide
def test_the_parts_of_the_engine_are_kept_for_ever_and_are_not_too_large(desk: Desk) -> None:
    anybody = desk.browser(None)
    found = json.loads(anybody.open("/engine/manifest.json").source)
    parts = {name: part["address"] for name, part in found["parts"].items() if name != "glue"}
    types = {
        "module": "gzip",
        "loader": "javascript",
        "library": "zip",
        "lock": "json",
        "engine": "zip",
    }
    size = 0
    for name, address in parts.items():
        answer = anybody.client.get(f"/engine/{address}")
        assert answer.status_code == 200, name
        assert "immutable" in answer.headers["Cache-Control"]
        assert types[name] in answer.headers["Content-Type"]
        size += len(answer.content)
    worker = anybody.client.get(f"/engine/{found['worker']}")
    assert worker.headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
    )
    assert worker.headers["Content-Encoding"] == "gzip"
    assert size + len(gzip.compress(worker.content)) <= LARGEST
    assert anybody.client.get(f"/engine/x/{found['worker'].rpartition('/')[2]}").status_code == 404


def test_many_who_ask_at_once_have_the_engine_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    together = threading.Barrier(2)

    def makes() -> bool:
        with suppress(threading.BrokenBarrierError):
            together.wait(timeout=0.5)  # until another one makes it, too
        return together.broken

    monkeypatch.setattr(engine, "_make_parts", makes)
    with ThreadPoolExecutor() as pool:
        asked = [pool.submit(engine._parts) for _ in range(2)]
        alone = [bool(each.result()) for each in asked]

    assert alone == [True, True]


def test_every_suite_that_an_assignment_can_have_can_be_asked_for() -> None:
    slugs = tuple(suites.all_suites())
    assert {suite.slug for suite in selection(CheckRequest(stage="full", suites=slugs)).suites} == set(slugs)
