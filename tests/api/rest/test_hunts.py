"""Fault hunts over the REST interface: made, submitted, reported, on each database."""

from pathlib import Path

import pytest

from grader.hunt import library
from tests import patience
from tests.api.rest.interface import Asking, Interface, interface
from tests.world.engine import grader_of_hunts, working

GRAPHS = "a = 3\nb = a * a\nc = b + 1\nd = b * c\n\nx = 2\ny = 5 - x\n"


def _made(api: Interface, owner: Asking, **other: object) -> str:
    given = {"title": "Hunt", "published": True, "hunted": list(library.usual()), "points": 20, **other}
    answer = owner.post(f"{api.course}/assignments", json=given)
    assert answer.status_code == 201, answer.text
    return f"/assignments/{answer.json()['id']}"


def test_a_hunt_is_made_submitted_and_reported(database_url: str, tmp_path: Path) -> None:
    with interface(database_url, tmp_path) as api:
        owner, student = api.owner(), api.student()
        hunt = _made(api, owner)
        sent = student.post(f"{hunt}/submissions", json={"name": "graphs.txt", "content": GRAPHS})
        assert sent.status_code == 202, sent.text
        path = f"/submissions/{sent.json()['id']}"
        world, grader = api.school, grader_of_hunts()
        with working(world.database, grader, slots=1, now=world.clock):
            patience.until(lambda: student.get(path).json()["state"] == "graded")
        result, report = student.get(path).json()["result"], student.get(f"{path}/report").json()
        staffs = owner.get(f"{path}/report").json()
        shown, whole = student.get(hunt).json(), owner.get(hunt).json()
        book = owner.get(f"{api.course}/gradebook").json()

    assert (result["points"], result["possible"], result["passed"], result["cause"]) == (
        16.4286,
        20,
        False,
        None,
    )
    assert (report["sandbox"], len(report["hunt"]["exposed"])) == (None, 6)
    assert {each["fault"] for each in report["hunt"]["classes"]} == {""}
    assert {each["fault"] for each in staffs["hunt"]["classes"]} == set(library.usual())
    assert (shown["hunted"], whole["hunted"]) == (["untold"] * 8, list(library.usual()))
    assert "16.4286" in str(book)


@pytest.mark.parametrize("name", ["graphs.txt", "graphs.TXT"])
def test_a_file_of_graphs_is_refused_where_a_class_is_asked_for(
    sqlite_url: str, tmp_path: Path, name: str
) -> None:
    with interface(sqlite_url, tmp_path) as api:
        student = api.student()
        answers = [
            student.post(f"{api.assignment}/submissions", files={"file": (name, GRAPHS.encode())}),
            student.post(f"{api.assignment}/submissions", json={"name": name, "content": GRAPHS}),
        ]
    assert [(each.status_code, each.json()["type"].rpartition("/")[2]) for each in answers] == [
        (415, "refused-file"),
        (415, "refused-file"),
    ]


def test_unknown_faults_and_too_many_are_refused(sqlite_url: str, tmp_path: Path) -> None:
    with interface(sqlite_url, tmp_path) as api:
        owner = api.owner()
        refused = [
            owner.post(f"{api.course}/assignments", json={"title": "Hunt", "hunted": faults})
            for faults in (["never_ends"], list(library.hunted()))
        ]
    assert [each.status_code for each in refused] == [422, 422]
