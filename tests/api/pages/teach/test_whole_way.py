"""From an empty course to a grade in the table, by forms alone and with a real grading."""

from grader.sandbox.embedded import Embedded
from submissions.courses.assignments.starter import STARTER
from submissions.grading.work.task import Grader, grading_engine
from submissions.jobs.host import JobHost
from submissions.operating.service import Service
from tests.corpus_files import FOLDER
from tests.world.desk import Desk

_RIGHT = (FOLDER / "closures_set" / "value.py").read_text(encoding="utf-8")


def test_from_a_new_course_to_a_grade(desk: Desk, sandbox: Embedded) -> None:
    teacher, student = desk.teacher, desk.browser(None)

    course = teacher.press(
        teacher.open("/teach/courses/new"), "Create course", title="Autumn", zone="Europe/Madrid"
    )
    new = teacher.open(course.links["Create an assignment"])
    looked = teacher.press(new, "Save", title="The core", due_at="2026-12-01T23:59", points="10")
    course = teacher.press(looked, "Publish")
    settings = teacher.press(teacher.open(course.links["Settings"]), "Create join code")
    (link,) = (text for text in settings.links if "/join?code=" in text)

    ada = {"login": "ada@example.edu", "name": "Ada", "password": "correct horse battery"}
    joined = student.press(student.open(link), "Join course", **ada)
    assert "Autumn" in joined.text
    assignment = student.open(joined.links["The core"])
    waiting = student.press(assignment, "Submit this code", how="code", code=STARTER)
    _grade(desk.service, sandbox)
    student.press(assignment, "Submit this code", how="code", code=_RIGHT)
    _grade(desk.service, sandbox)

    grades = teacher.open(course.links["Grades"])
    (row,) = (row for row in grades.rows if row[0] == "Ada")
    assert row[2].startswith("10 Ada")
    assert student.open(waiting.url).status == 200
    submissions = teacher.open(
        assignment.url.replace("/assignments/", "/teach/assignments/") + "/submissions"
    )
    assert [row[3] for row in submissions.rows if row and row[0] == "Ada"] == [
        "10 / 10",
        "",
    ]  # an untouched starter is no attempt


def _grade(service: Service, sandbox: Embedded) -> None:
    """Carry out what waits, as a worker does."""
    host = JobHost(service.database, service.now)
    assert grading_engine(host, Grader.using(sandbox), slots=1).turn()
