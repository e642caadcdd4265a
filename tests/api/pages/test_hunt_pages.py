"""A fault hunt from its form to the gradebook, by forms alone and without scripts."""

from decimal import Decimal

from sqlalchemy import select

from grader.hunt import library
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft, problems
from submissions.grading.work.task import grading_engine
from submissions.jobs.host import JobHost
from submissions.tables import Assignment, Grading, Submission
from tests.world.desk import Desk
from tests.world.engine import grader_of_hunts
from tests.world.pages import Page

GRAPHS = """\
# Twice
a = 3
b = a * a
c = b + 1
d = b * c

x = 2
y = 5 - x

# Not finished
z = 2
w = z * q
"""
FAULTS = (
    "visited_missing", "preorder", "overwritten_gradient", "out_grad_left_out", "wrong_sign",
    "own_data_in_product", "relu_rule", "reflected_reversed",
)  # fmt: skip
"""A hunt for others than the usual ones, which is won with few graphs."""
WON = GRAPHS.rpartition("\n#")[0] + "\nr = -1\ns = relu(r)\n"


def _grade(desk: Desk) -> None:
    """Carry out what waits, with a worker that has no sandbox."""
    host = JobHost(desk.service.database, desk.service.now)
    assert grading_engine(host, grader_of_hunts(), slots=1).turn()


def _hunt(desk: Desk, **other: object) -> Assignment:
    return desk.assignment(**{"title": "Hunt", "hunted": FAULTS, "points": Decimal(20), **other})


def _submitted(desk: Desk, to: Assignment, graphs: str = GRAPHS) -> Page:
    page = desk.me.press(
        desk.me.open(f"/assignments/{to.id}"), "Submit these graphs", how="code", code=graphs
    )
    _grade(desk)
    return desk.me.open(page.url)


def test_a_hunt_is_made_with_the_form_and_the_usual_faults(desk: Desk) -> None:
    new = desk.teacher.open(f"{desk.home}/assignments/new?kind=hunt")
    looked = desk.teacher.press(new, "Save", title="The hunt", points="20", due_at="2026-12-01T23:59")
    desk.teacher.press(looked, "Publish")

    with desk.service.database.read() as session:
        (made,) = session.query(Assignment).where(Assignment.title == "The hunt")
        draft = assignments.draft_of(session, made)
    assert (draft.hunted, draft.hunt_nodes, draft.chosen) == (library.usual(), library.FEW_NODES, {})
    page = desk.me.open(f"/assignments/{made.id}")
    assert "There are 8 faulty classes." in page.text
    assert "Classes that you expose earn 60% of the points, pairs that you tell apart 40%." in page.text
    assert "Check first" not in page.text


def test_a_hunt_needs_no_suites_and_has_few_faults(desk: Desk) -> None:
    made = _hunt(desk)
    edit = desk.teacher.open(f"/teach/assignments/{made.id}")
    boxes = {f"hunted-{slug}": "on" for slug in library.hunted()[: library.MOST_CLASSES + 1]}
    page = desk.teacher.press(edit, "Save", **boxes)

    assert page.status == 422
    assert "A fault hunt has at most 12 faults. Choose fewer." in page.text
    assert problems(Draft(title="x", hunted=library.usual(), required_operations=("sin",))) == []


def test_a_student_sees_what_graphs_expose_and_no_name_of_a_fault(desk: Desk) -> None:
    made = _hunt(desk)
    page = _submitted(desk, made)

    assert "18.5 of 20 points" in page.text
    assert "Your graphs expose 7 of 8 faulty classes." in page.text
    assert "They tell 28 of 28 pairs apart." in page.text
    assert "still answers as the correct class does" in page.text
    rows = {row[0]: row[1:] for row in page.rows if row}
    assert (rows["Twice"].count("differs"), rows["Twice"].count("same")) == (5, 3)
    assert rows["Not finished"] == ["not played"]
    assert (rows["Exposed"].count("yes"), rows["Exposed"].count("not yet")) == (7, 1)
    assert "Line 12: q has no value yet. Give it one on a line above, such as q = 2." in page.text
    assert rows["b"][:2] == ["9", "19"]
    named = [slug for slug in library.hunted() if slug in page.source]
    assert (named, "Only staff see them." in page.text) == ([], False)


def test_staff_see_the_faults_behind_the_letters(desk: Desk) -> None:
    url = _submitted(desk, _hunt(desk)).url
    page, as_student = desk.teacher.open(url), desk.teacher.open(f"{url}/as-student")

    assert "Only staff see them." in page.text
    assert all(f"/faults/{slug}" in page.source for slug in FAULTS)
    assert not any(f"/faults/{slug}" in as_student.source for slug in FAULTS)


def test_all_letters_mean_the_same_in_every_attempt_and_say_nothing_of_the_order(desk: Desk) -> None:
    made = _hunt(desk, hunted=library.hunted()[:12])
    orders = []
    for graphs in (GRAPHS, WON):
        page = desk.teacher.open(_submitted(desk, made, graphs).url)
        links = [link for link in page.links.values() if link.startswith("/faults/")]
        orders.append([link.removeprefix("/faults/") for link in links])
    assert orders[0] == orders[1]
    assert sorted(orders[0]) == sorted(library.hunted()[:12])
    assert orders[0] != list(library.hunted()[:12])


def test_a_hunt_that_is_won_with_few_nodes_is_worth_more_in_the_gradebook(desk: Desk) -> None:
    page = _submitted(desk, _hunt(desk), WON)

    assert "22 of 20 points" in page.text
    assert "Your graphs have 8 nodes, which earns the bonus of 10%." in page.text
    grades = desk.teacher.open(f"{desk.home}/grades")
    assert next(row[2] for row in grades.rows if row[0] == "Student").startswith("22")


def test_a_file_without_a_graph_uses_no_attempt_and_says_why(desk: Desk) -> None:
    made = _hunt(desk, attempt_limit=1)
    page = _submitted(desk, made, "a = $\n")

    assert "There is nothing to grade in this file yet." in page.text
    assert "Line 1: $ has no meaning here." in page.text
    assert "1 of 1 left" in desk.me.open(f"/assignments/{made.id}").text


def test_of_graphs_that_are_not_played_only_the_reasons_are_told(desk: Desk) -> None:
    page = _submitted(desk, _hunt(desk), "a = 3\nb = a.tanh()\n\na = 2\nb = a +\n")

    assert "None of these graphs can be played yet" in page.text
    assert "still answer as the correct class does" not in page.text
    assert "pairs apart" not in page.text
    assert page.text.count("such as c = a * b") == 4  # each at its line, and below


def test_a_course_without_assignments_offers_a_hunt_and_its_preview_asks_for_graphs(desk: Desk) -> None:
    page = desk.teacher.open(f"{desk.home}/assignments")
    assert "Create fault hunt" in page.text
    preview = desk.teacher.open(f"/assignments/{_hunt(desk).id}/preview")
    assert "Students write graphs here" in preview.text
    assert "or write code" not in preview.text


def test_the_dashboard_of_a_hunt_asks_nothing_about_causes_and_suites(desk: Desk) -> None:
    made = _hunt(desk)
    _submitted(desk, made)
    page = desk.teacher.open(f"/teach/assignments/{made.id}/dashboard")

    assert "How many points do they have?" in page.text
    assert "Which suites are hard" not in page.text
    assert "No attempt is graded yet." not in page.text


def test_hostile_text_is_only_shown(desk: Desk) -> None:
    page = _submitted(desk, _hunt(desk), "# <script>alert(1)</script>\na = 2\nb = a * <b>\n")

    assert "<script>alert" not in page.source
    assert "Line 3: < has no meaning here." in page.text


def test_a_file_of_graphs_is_taken_here_and_no_class_is_asked_for(desk: Desk) -> None:
    made = _hunt(desk)
    page = desk.me.open(f"/assignments/{made.id}")
    sent = desk.send(page, "file", file=("mine.txt", GRAPHS.encode()))
    _grade(desk)

    assert "Your graphs expose 7 of 8 faulty classes." in desk.me.open(sent.url).text
    assert "Several classes in your file?" not in page.text


def test_a_file_of_graphs_is_not_taken_where_a_class_is_asked_for(desk: Desk) -> None:
    page = desk.me.open(f"/assignments/{desk.assignment().id}")
    refused = desk.send(page, "file", file=("mine.txt", GRAPHS.encode()))

    assert refused.status == 422
    with desk.service.database.read() as session:
        assert session.query(Submission).count() == 0


def test_the_page_speaks_spanish(desk: Desk) -> None:
    url = _submitted(desk, _hunt(desk)).url
    page = desk.me.open(url, **{"Accept-Language": "es"})

    assert "Tus grafos descubren 7 de 8 clases con errores." in page.text
    assert "Línea 12: q todavía no tiene valor." in page.text


def test_a_regrade_on_other_faults_gives_other_points(desk: Desk) -> None:
    made = _hunt(desk)
    _submitted(desk, made)
    edit = desk.teacher.open(f"/teach/assignments/{made.id}")
    form = next(form for form in edit.forms if "hunted-relu_rule" in form.values)
    form.values.pop("hunted-relu_rule")
    after = desk.teacher.submit(edit, form, {"do": "save"})
    assert "/regrades?" in after.url
    desk.teacher.press(after, "Start dry run")
    _grade(desk)

    assert "1 / 1 Waiting for a decision" in desk.teacher.open(after.url).text
    with desk.service.database.read() as session:
        points = session.scalars(select(Grading.points).order_by(Grading.created_at)).all()
    assert [float(each or 0) for each in points] == [18.5, 22]


def test_every_page_about_an_assignment_opens_for_a_hunt(desk: Desk) -> None:
    made = _hunt(desk)
    submitted = _submitted(desk, made)
    home, student = f"/teach/assignments/{made.id}", f"people/{desk.student.id}"
    pages = (
        "dashboard", "submissions", "causes", "equal", "regrades", "groups", "check", "graphs", "lab",
        "lecture", student, f"{student}/timeline",
    )  # fmt: skip

    assert [each for each in pages if desk.teacher.open(f"{home}/{each}").status != 200] == []
    assert desk.me.open(f"/courses/{desk.course.id}/progress").status == 200
    assert "Hunt" in desk.teacher.open(desk.home).text
    assert desk.teacher.open(f"{submitted.url}/file").source == GRAPHS
