"""Every table that a person may have to search can be sorted by its headings, or is named with its reason."""

import re
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[3]
_FOLDERS = (_ROOT / "api/pages/templates", _ROOT / "api/formats/templates")
_TABLE = re.compile(r"<table\b.*?</thead>", re.DOTALL)
_HEADING = re.compile(r'<th scope="col".*?</th>', re.DOTALL)
_WORDS = re.compile(r'_\("?([^")]+)"?')

_BY_TIME = "a log, the newest first; it is searched by time"
_OF_ORDER = "its order is what it says"
_WORST_FIRST = "a list to work through, with what matters most first; it changes with every use"
_SHORT = "a person or a course has a few of them, not more than fit on a screen"

UNSORTED = {
    "_hunt.html: Graph": "at most 20 graphs, in the order of the submitted file",
    "_hunt.html: Node": _OF_ORDER,
    "_own_graph.html: Node": _OF_ORDER,
    "_selection.html: Student": "at most 100 students of one cause, by name; the gradebook sorts them all",
    "_thermometer.html: Input": _OF_ORDER,
    "assignment.html: Submitted": "the attempts of one student, the newest first",
    "jobs.html: Job": "one row a kind of job",
    "jobs.html: what[each.kind]": "at most 100 failed jobs, the newest first: one button tries all again",
    "leaderboard.html: Place": _OF_ORDER,
    "lms_platform.html: Deployment ID": _SHORT,
    "lms_platforms.html: Platform": _SHORT,
    "lms_platforms.html: Key": _SHORT,
    "me.html: Browser": _SHORT,
    "me.html: Name": _SHORT,
    "suite.html: Number": _OF_ORDER,
    "teach_assignment.html: Field": "the fields of a form that differ, in the order of the form",
    "teach_check.html: File": _SHORT,
    "teach_check.html: Group of mistakes": "at most one row for each group of faults",
    "teach_equal_work.html: What is equal": _WORST_FIRST,
    "teach_grade_fill.html: Name in the file": "the first rows of a file that match nobody, as in the file",
    "teach_grade_weights.html: Assignment": "the fields of a form, in the order of the gradebook",
    "teach_grade_weights.html: Total, percent": _WORST_FIRST,
    "teach_graphs.html: Graph": _SHORT,
    "teach_groups.html: Number": "groups by their numbers, at most 200",
    "teach_keys.html: Name": _SHORT,
    "teach_lms.html: Course on the platform": _SHORT,
    "teach_lms.html: Activity": _SHORT,
    "teach_lms.html: Student": "filtered by the states above it, which say what is left to do",
    "teach_log.html: Time": _BY_TIME,
    "teach_regrade.html: Student": _WORST_FIRST,
    "teach_regrade.html: Student, Before": _BY_TIME,
    "teach_regrades.html: Started": _BY_TIME,
    "teach_roles.html: Permission": "at most one row for each permission, grouped",
    "teach_roster_import.html: Row": "the first rows of a file, as in the file",
    "teach_roster_import.html: Name": "the first rows of a file, as in the file",
    "teach_student.html: Submitted": "the attempts of one student, the newest first",
    "teach_webhook.html: Time": _BY_TIME,
    "teach_webhooks.html: Name": _SHORT,
}
"""Tables that do not sort, by template and first heading (the second one too, where two begin alike)."""


def test_every_table_can_be_sorted_or_is_named_with_its_reason() -> None:
    fixed = {name for name, sorts in _tables() if not sorts}

    assert fixed == set(UNSORTED)


def test_a_table_that_sorts_does_so_by_each_heading_that_says_something_to_sort_by() -> None:
    """A heading without a link is one of a column that has only a few values, with a filter above."""
    filtered = {"teach_people.html: Role"}
    missing = {
        f"{path.name}: {_text(heading)}"
        for path in _templates()
        for table in _TABLE.findall(path.read_text(encoding="utf-8"))
        if _sorts(table)
        for heading in _HEADING.findall(table)
        if "<a href=" not in heading and "sort_by(" not in heading
    }

    assert missing == filtered


def _tables() -> Iterator[tuple[str, bool]]:
    for path in _templates():
        seen: set[str] = set()
        for table in _TABLE.findall(path.read_text(encoding="utf-8")):
            headings = [text for heading in _HEADING.findall(table) if (text := _text(heading)) != "Select"]
            name = f"{path.name}: {headings[0]}"
            if name in seen and len(headings) > 1 and path.name == "teach_regrade.html":
                name = f"{name}, {headings[1]}"
            seen.add(name)
            yield name, _sorts(table)


def _templates() -> Iterator[Path]:
    for folder in _FOLDERS:
        yield from sorted(folder.glob("*.html"))


def _sorts(table: str) -> bool:
    return "aria-sort" in table or "aria_sort(" in table


def _text(heading: str) -> str:
    found = _WORDS.search(heading)
    return found[1] if found else heading
