import io
import zipfile

from submissions.tables import Course, Enrolment
from tests.world.desk import Desk

_LIST = b"name,login,section\nAda,ada,Lab 1\nStudent,student,Lab 2\n"


def test_a_roster_is_checked_applied_and_its_students_let_in(desk: Desk) -> None:
    page = desk.teacher.open(f"{desk.home}/people/import")
    form = next(form for form in page.forms if "Check list" in form.buttons)
    wrong = desk.teacher.submit(page, form, {"how": "check"}, file=("list.csv", b"name\nx\n"))
    checked = desk.teacher.submit(page, form, {"how": "check"}, file=("list.csv", _LIST))
    applied = desk.teacher.submit(checked, checked.form("Apply changes"), {"how": "apply"})

    assert (wrong.status, "no column of logins" in wrong.text) == (422, True)
    assert "Ada" in [row[0] for row in checked.rows]
    assert [row[:2] for row in applied.rows[1:]] == [
        ["Ada", "ada"],
        ["Owner", "owner"],
        ["Student", "student"],
    ]
    links = desk.teacher.submit(applied, applied.form("Links for new students"), {})
    row = next(line for line in links.source.splitlines() if line.startswith("Ada,"))
    address = row.split(",")[2]
    assert address.startswith("http://localhost/sign-in/")
    assert desk.browser(None).open(address.removeprefix("http://localhost")).status == 200


def test_a_person_has_a_page_with_a_link(desk: Desk) -> None:
    home = f"{desk.home}/people/{desk.student.id}"
    page = desk.teacher.open(home)
    desk.teacher.submit(page, page.form("Save"), {"section": "Lab 3", "sis_id": "S9"})
    page = desk.teacher.press(desk.teacher.open(home), "Create link")
    with desk.service.database.read() as session:
        place = session.get_one(Enrolment, (desk.course.id, desk.student.id))

    assert (place.section, place.sis_id) == ("Lab 3", "S9")
    assert "http://localhost/sign-in/" in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert (
        desk.teacher.press(desk.teacher.open(f"{desk.home}/people/{desk.owner.id}"), "Create link").status
        == 422
    )


def test_the_page_of_a_student_leads_to_their_work_and_that_of_staff_to_none(desk: Desk) -> None:
    made = desk.assignment(title="Core")
    work = f"/teach/assignments/{made.id}/people/{desk.student.id}"
    students = desk.teacher.open(f"{desk.home}/people/{desk.student.id}")
    owners = desk.teacher.open(f"{desk.home}/people/{desk.owner.id}")

    links = {each["href"] for each in students.soup.select("main a")}
    assert {work, f"{work}/timeline"} <= links
    assert all(desk.teacher.open(each).status == 200 for each in (work, f"{work}/timeline"))
    assert "/teach/assignments/" not in owners.source


def test_roles_and_the_log_are_tables(desk: Desk) -> None:
    roles = {row[0]: row[1:] for row in desk.teacher.open(f"{desk.home}/roles").rows}
    log = desk.teacher.open(f"{desk.home}/log?who=owner")

    assert roles["See and download all grades"] == ["Yes", "Yes", "Yes", "No", "No"]
    assert "Course created" in [row[2] for row in log.rows]
    assert "No events match" in desk.teacher.open(f"{desk.home}/log?since=2100-01-01").text


def test_a_course_is_archived_restored_and_its_deletion_confirmed(desk: Desk) -> None:
    home = f"{desk.home}/data"
    page = desk.teacher.press(desk.teacher.open(home), "Archive course")
    assert desk.course.title in desk.teacher.open("/teach/archive").text
    desk.handed_in(desk.assignment())
    page = desk.teacher.press(page, "Restore course")
    refused = desk.teacher.press(page, "Delete course", title="x")
    gone = desk.teacher.press(page, "Delete course", title=desk.course.title)
    saved = desk.teacher.press(gone, "Save", keep_files_days="90")
    with desk.service.database.read() as session:
        course = session.get_one(Course, desk.course.id)

    counts = [each.get_text(" ", strip=True) for each in page.soup.select("dl.facts div")]
    assert counts == ["Assignments 1", "Submissions 1", "Students 1"]
    assert refused.errors["title"].startswith("This is not the title")
    assert "will be deleted on" in saved.text
    assert (course.keep_files_days, course.delete_at is not None) == (90, True)


def test_everybody_gets_a_copy_of_their_data(desk: Desk) -> None:
    page = desk.me.open("/me")
    form = page.form("Download my data")
    answer = desk.me.client.post("/me/data", data=form.values)

    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert "account.json" in archive.namelist()
