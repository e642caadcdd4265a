"""The check of an assignment: what its suites see, what try files get."""

from submissions.courses.assignments import assignments
from submissions.tables import Assignment
from tests.world.desk import SOURCE, Desk

_FILE = ("value.py", SOURCE.encode())


def test_suggested_suites_are_added_at_a_press(desk: Desk) -> None:
    of = desk.assignment(weights={"linear_chain": 1, "a_plus_a": 1})
    page = desk.teacher.open(f"/teach/assignments/{of.id}/check")
    assert "Order of the backward pass" in page.text

    desk.teacher.press(page, "Add", suites="skip ladders")

    with desk.service.database.read() as session:
        added = assignments.draft_of(session, session.get_one(Assignment, of.id))
        assert set(added.weights) == {"linear_chain", "a_plus_a", "skip", "ladders"}


def test_the_starter_code_should_get_no_points_unless_somebody_says_otherwise(desk: Desk) -> None:
    of = desk.assignment(starter="class Value: ...")
    here = f"/teach/assignments/{of.id}/check"
    desk.teacher.press(desk.teacher.open(here), "Try the starter code", how="starter")
    [row] = [row for row in desk.teacher.open(here).rows if "starter.py" in row[0]]

    assert row[2] == "0"


def test_a_try_file_is_kept_and_removed(desk: Desk) -> None:
    of = desk.assignment(starter="class Value: ...")
    here = f"/teach/assignments/{of.id}"

    page = desk.teacher.send(f"{here}/check", f"{here}/try-files", files={"file": _FILE}, how="file")
    assert "Being graded" in page.text
    page = desk.teacher.press(page, "Try the starter code", how="starter", expected="10")
    assert "Starter code" in page.text
    assert "It is being graded" in desk.teacher.open(page.links["Solution"]).text
    wrong = desk.teacher.press(page, "Save and grade", how="starter", expected="lots")
    assert "This is not a number" in wrong.text
    assert "value.py" not in desk.teacher.press(page, "Remove").text
