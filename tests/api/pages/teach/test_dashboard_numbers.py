"""The numbers of dashboards, in tables and downloads, are what a naive recount of the class says."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from shutil import copy
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from fastapi.testclient import TestClient

import suites
from api.i18n import number
from api.words import finding as finding_words
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from submissions.tables import Person
from tests import recount
from tests.recount import CountedAssignment, CountedCourse, Filter
from tests.world import counted_class
from tests.world.application import application
from tests.world.browser import Browser
from tests.world.classroom import Idle
from tests.world.clock import FakeClock
from tests.world.counted_class import NOW, CountedClass
from tests.world.pages import Page

ZONE = ZoneInfo("Europe/Madrid")
SUNDAY = datetime(2026, 10, 25, tzinfo=ZONE)
"""It has 25 hours."""
FILTERS = {
    "": Filter(),
    "section=Friday&attempt=all": Filter(section="Friday", attempt="all"),
    "since=2026-10-25&until=2026-10-25&attempt=last": Filter(
        since=SUNDAY, until=SUNDAY + timedelta(days=1), attempt="last"
    ),
}
_NUMBER = re.compile(r"-?[0-9.]*")
Rows = list[list[str]]


@dataclass(frozen=True)
class Staff:
    """A teacher at a browser, and what the class is by REST."""

    made: CountedClass
    course: CountedCourse
    browser: Browser

    def work(self, title: str) -> CountedAssignment:
        """Of one assignment."""
        return self.course.work[str(self.made.assignments[title])]

    def download(self, address: str) -> Rows:
        """The same as a spreadsheet gets it."""
        answer = self.browser.client.get(address)
        assert answer.status_code == 200
        return list(csv.reader(io.StringIO(answer.text)))[1:]


@pytest.fixture(scope="module")
def staff(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    """For all tests of this file: none of them changes anything."""
    folder = tmp_path_factory.mktemp("numbers")
    with closing(Database(f"sqlite:///{copy(sqlite_template, folder / 'backgrade.db')}")) as database:
        made = counted_class.full(database)
        service = Service(Settings(data_dir=folder), database, Idle(), FakeClock(NOW))
        app = application(service)
        with database.read() as session:
            owner = session.get_one(Person, made.owner_id)
        client = TestClient(app, base_url="http://localhost")
        course = CountedCourse(made.reader(client), str(made.course_id))
        yield Staff(made, course, Browser.of(owner, app, service))


@pytest.mark.parametrize("query", FILTERS)
@pytest.mark.parametrize("title", ["Core", "Latest", "Pairs", "Empty"])
def test_tables_and_downloads_of_an_assignment_have_these_numbers(
    staff: Staff, title: str, query: str
) -> None:
    home, by, work = f"/teach/assignments/{staff.made.assignments[title]}", FILTERS[query], staff.work(title)
    page = staff.browser.open(f"{home}/dashboard?{query}")

    for figure, expected in _figures(work, by).items():
        told = staff.download(f"{home}/figures/{figure}.csv?{query}")
        assert _numbers(told) == expected, figure
        assert _table(page, figure) == [[*map(_shown, row)] for row in told], figure


@pytest.mark.parametrize("query", FILTERS)
def test_the_overview_of_a_course_has_these_numbers(staff: Staff, query: str) -> None:
    home, by = f"/teach/courses/{staff.made.course_id}", FILTERS[query]

    turnout = _numbers(staff.download(f"{home}/figures/turnout.csv?{query}"))
    causes = _numbers(staff.download(f"{home}/figures/causes.csv?{query}"))

    names = "submitted", "not_yet", "late", "passed", "need_help", "median"
    counted = {work.assignment["title"]: work.turnout(by) for work in staff.course.work.values()}
    assert turnout == {title: _near(each[name] for name in names) for title, each in counted.items()}
    found = recount.cause_map(staff.course, by)
    order = [str(staff.made.assignments[title]) for title in turnout]
    per_fault = {fault: [found.get((fault, id_), 0) for id_ in order] for fault, _ in found}
    lost = Counter[str]()
    for work in staff.course.work.values():
        lost.update(work.lost(by))
    assert causes == {
        _cause(fault): [*counts, sum(counts), *_near([None if by.attempt == "all" else lost[fault]])]
        for fault, counts in per_fault.items()
    }


def test_the_gradebook_has_these_numbers(staff: Staff) -> None:
    home = f"/teach/courses/{staff.made.course_id}/grades"
    expected = recount.grades(staff.course, NOW)
    logins = {each["login"]: expected[each["id"]] for each in staff.course.students}
    ids = [each["assignment_id"] for each in staff.course.columns]

    for _name, login, _section, _number, total, percent, *points in staff.download(f"{home}.csv"):
        of = logins[login]
        assert _values(points) == _near(of["points"].get(id_) for id_ in ids), login
        assert _values([total, percent]) == _near([sum(of["points"].values()), of["percent"]]), login
    footer = staff.browser.open(home).soup.select("tfoot tr")
    means, medians, missing = ([cell.get_text() for cell in row.find_all("td")][1:] for row in footer)
    figures = recount.statistics(staff.course, NOW)
    order = [None, *ids]
    assert _values(means) == _near(figures[id_]["mean"] for id_ in order)
    assert _values(medians) == _near(figures[id_]["median"] for id_ in order)
    assert _values(missing[1:]) == [figures[id_]["missing"] for id_ in ids]


@pytest.mark.parametrize("attempt", ["", "last"])
def test_the_page_of_causes_has_these_numbers(staff: Staff, attempt: str) -> None:
    work = staff.work("Core")
    home = f"/teach/assignments/{staff.made.assignments['Core']}"
    counted = work.class_causes(Filter(attempt=attempt or "counts"))["causes"]

    told = {row[0]: row for row in staff.browser.open(f"{home}/causes?attempt={attempt}").rows[1:]}
    dashboard = staff.browser.open(f"{home}/dashboard?attempt={attempt}").rows
    first = {row[0]: row for row in reversed(dashboard)}

    for fault, each in counted.items():
        _title, now, _meter, ever, overcome, attempts = told[_cause(fault)]
        students = f"{len(each['now'])}"
        assert now.split()[0] == students
        assert first[_cause(fault)][1] == students
        assert _values([ever, overcome, attempts]) == [each["ever"], each["overcome"], each["attempts"]]


def test_the_page_of_who_needs_help_has_these_numbers(staff: Staff) -> None:
    page = staff.browser.open(f"/teach/courses/{staff.made.course_id}/watch")
    expected = recount.watch_list(staff.course, NOW)

    names = {each["id"]: each["name"] for each in staff.course.students}
    titles = {each["id"]: each["title"] for each in staff.course.assignments}
    attempts = {(row[0], row[1]): row[3] for row in page.rows[1:]}
    assert attempts == {
        (names[person], titles[id_]): f"{each['attempts']}" for (person, id_), each in expected.items()
    }
    for each in expected.values():
        fault, number = each["reasons"].get("same-cause", (None, None))
        if fault is not None:
            assert f"Same cause in {number} attempts: {_cause(fault)}" in page.text


def _figures(work: CountedAssignment, by: Filter) -> dict[str, dict[str, Any]]:
    """By figure and the first cell of a row, the numbers of the row."""
    points = {
        f"{each['from_percent']}–{each['to_percent']}%" if each["from_percent"] < 100 else "100%": [
            each["attempts"]
        ]
        for each in work.points(by)
    }
    causes = {
        _cause(fault): _near([each["now_proven"] + each["now_likely"], *each.values()])
        for fault, each in work.causes(by).items()
    }
    overcoming = {
        _cause(fault): [
            *_near(each[name] for name in ("students", "overcame", "attempts", "hours")),
            *([] if each["next"] else [None]),  # what came next is a text
        ]
        for fault, each in work.overcoming(by).items()
    }
    known = suites.load()
    difficulty = {
        known[slug].title: _near(
            [
                each["attempts"],
                each["passed"],
                100 * each["passed"] / each["attempts"],
                each["discrimination"],
            ]
        )
        for slug, each in work.suites(by).items()
    }
    return {
        "points": points if work.chosen(by) else {},
        "causes": causes,
        "time": {_told(each): [each["attempts"] - each["late"], each["late"]] for each in work.time(by)},
        "overcoming": overcoming,
        "suites": difficulty,
    }


def _cause(fault: str) -> str:
    """Its title as a page and a download show it: the marks around code are not there."""
    return finding_words.cause(fault).replace("`", "")


def _told(hour: dict[str, Any]) -> str:
    """Its beginning in Madrid, where an hour comes twice."""
    local = hour["start"].astimezone(ZONE)
    is_twice = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    return f"{local:%Y-%m-%d %H:%M %z}" if is_twice else f"{local:%Y-%m-%d %H:%M}"


def _table(page: Page, figure: str) -> Rows:
    """The table of a figure on a page, without its headings and without the dash of what is not there."""
    rows = page.soup.select(f"section:has(#figure-{figure}) tbody tr")
    return [[cell.get_text().strip().strip("–") for cell in row.find_all(["td", "th"])] for row in rows]


def _numbers(rows: Rows) -> dict[str, list[float | None]]:
    """By the first cell, the numbers of a row; texts are left out."""
    return {
        first: [float(each) if each else None for each in others if _NUMBER.fullmatch(each)]
        for first, *others in rows
    }


def _values(cells: Iterable[str]) -> list[float | None]:
    """Numbers as they are written; a dash and nothing are none."""
    return [float(each.replace(",", "")) if each.strip("– ") else None for each in cells]


def _shown(cell: str) -> str:
    """What a download has, as a page shows it."""
    if not _NUMBER.fullmatch(cell):
        return cell
    return number(round(float(cell), 2)) if "." in cell else cell


def _near(values: Iterable[float | None]) -> Any:
    return [value if value is None else pytest.approx(value, abs=0.051) for value in values]
