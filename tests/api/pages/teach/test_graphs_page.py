"""The page on which teachers write graphs."""

from sqlalchemy import select

from submissions.courses.assignments.own_graphs import own_graphs
from submissions.tables import AssignmentVersion
from tests.world.desk import Desk


def test_a_graph_is_drawn_kept_edited_and_removed(desk: Desk) -> None:
    of = desk.assignment()
    here = f"/teach/assignments/{of.id}/graphs"
    page = desk.teacher.open(here)
    assert "<svg" in page.source

    drawn = desk.teacher.press(page, "Draw", do="draw", text="L = a * q", inputs="a = 2")
    assert "Line 1, column 9: q has no value yet." in drawn.text
    refused = desk.teacher.press(drawn, "Save graph", do="save", title="Mine")
    assert refused.text.count("Line 1, column 9: q has no value yet.") == 3  # list, field, drawing
    assert "Draw it to see why" not in refused.text
    kept = desk.teacher.press(
        refused, "Save graph", do="save", text="L = a * a", inputs="a = 1 to 2", hidden="on"
    )
    edited = desk.teacher.open(f"{here}?edit=1")
    desk.teacher.press(edited, "Save graph", do="save", points="7")
    assert "Mine" in kept.text

    with desk.service.database.read() as session:
        newest = select(AssignmentVersion).order_by(AssignmentVersion.number.desc()).limit(1)
        (own,) = own_graphs(session.scalars(newest).one())
    assert (own.title, own.inputs, own.points, own.hidden) == ("Mine", {"a": (1, 2)}, 7, True)
    assert "Mine" not in desk.teacher.press(desk.teacher.open(here), "Remove", number="1").text


def test_who_has_results_from_before_a_graph_is_counted_and_the_page_leads_to_a_dry_run(desk: Desk) -> None:
    of = desk.assignment()
    desk.graded(desk.handed_in(of))
    pages = [f"/teach/assignments/{of.id}/{each}" for each in ("graphs", "check")]
    assert not any("earlier version" in desk.teacher.open(each).text for each in pages)
    kept = {"title": "Mine", "text": "L = a * a", "inputs": "a = 2"}
    desk.teacher.press(desk.teacher.open(pages[0]), "Save graph", do="save", **kept)

    for each in pages:
        notice = desk.teacher.open(each).soup.select_one(".notice")
        assert notice is not None
        assert "1 student has results on an earlier version" in notice.get_text()
        assert notice.select(f'a[href="/teach/assignments/{of.id}/regrades"]')


def test_while_one_types_only_the_drawing_is_sent(desk: Desk) -> None:
    of = desk.assignment()
    here = f"/teach/assignments/{of.id}/graphs"
    part = desk.teacher.send(here, f"{here}/preview", text="L = tanh(a) * 2", inputs="a = 0.5")

    assert "<svg" in part.source
    assert "<html" not in part.source
