from submissions.courses.grades import stored_facts
from tests.world import classroom
from tests.world.clock import NOW
from tests.world.desk import Desk


def _url(desk: Desk) -> str:
    """Ada and Cy have the same cause."""
    made = desk.assignment()
    with desk.service.database.begin() as session:
        session.add(made)
        for login, causes in (("ada", ["wrong_sign"]), ("bob", []), ("cy", ["wrong_sign"])):
            person = classroom.member(session, desk.course, login)
            file = classroom.handed_in(session, made, person, at=NOW, content=login.encode())
            classroom.graded(session, file, "100" if not causes else "40", causes)
        stored_facts.complete(session)
    return f"/teach/assignments/{made.id}"


def test_a_teacher_sees_how_many_have_a_cause_and_who(desk: Desk) -> None:
    url = _url(desk)
    found = desk.teacher.open(desk.teacher.open(f"{url}/submissions").links["Causes"])
    [row] = [row for row in found.rows if "Wrong sign" in row[0]]

    assert "3 students have a selected attempt. 1 student passed everything" in found.text
    assert [row[1].split()[0], row[3].split()[0], *row[4:]] == ["2", "2", "0", "–"]
    listed = desk.teacher.open(f"{url}/causes?cause=wrong_sign")
    assert {"Ada", "Cy"} <= set(listed.links)
    assert "Bob" not in listed.links


def test_a_cause_that_nobody_has_lists_nobody(desk: Desk) -> None:
    url = _url(desk)

    for cause in ("seed_missing", "%00", "x" * 300):
        assert "Ada" not in desk.teacher.open(f"{url}/causes?cause={cause}").links


def test_without_graded_submissions_there_is_nothing_to_count(desk: Desk) -> None:
    page = desk.teacher.open(f"/teach/assignments/{desk.assignment().id}/causes")

    assert "No attempt of a student is selected" in page.text
