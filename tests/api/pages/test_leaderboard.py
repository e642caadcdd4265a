"""The leaderboard of a fault hunt: by choice, under a chosen name, and no earlier than results are shown."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from sqlalchemy import select

from submissions.grading.work.task import grading_engine
from submissions.jobs.host import JobHost
from submissions.tables import Assignment, AuditEvent, Role, Shown
from tests.world import classroom
from tests.world.browser import Browser
from tests.world.desk import Desk
from tests.world.engine import grader_of_hunts
from tests.world.pages import Page

NARROW = "a = 3\nb = a * a\nc = b + 1\nd = b * c\n\nx = 2\ny = 5 - x\n\nr = -1\ns = relu(r)\n"
WIDE = NARROW + "\np = 4\nq = p + 1\n"
HALF = "x = 2\ny = 5 - x\n"
TAKEN = "This name is taken, or it looks like the name of somebody in this course."
FAULTS = ("preorder", "overwritten_gradient", "relu_rule", "reflected_reversed")


def _hunt(desk: Desk, **other: object) -> Assignment:
    return desk.assignment(**{"title": "Hunt", "hunted": FAULTS, "points": Decimal(20), **other})


def _submit(desk: Desk, who: Browser, to: Assignment, graphs: str) -> None:
    who.press(who.open(f"/assignments/{to.id}"), "Submit these graphs", how="code", code=graphs)
    host = JobHost(desk.service.database, desk.service.now)
    assert grading_engine(host, grader_of_hunts(), slots=1).turn()


def _stand(who: Browser, to: Assignment, name: str) -> Page:
    return who.press(who.open(f"/assignments/{to.id}/leaderboard"), "Save", name=name)


def _rows(page: Page) -> list[list[str]]:
    return [row[:4] for row in page.rows if row and row[0].isdigit()]


def test_most_points_come_first_then_fewest_nodes(desk: Desk) -> None:
    hunt = _hunt(desk)
    other, third = (desk.member(login, Role.STUDENT) for login in ("ben", "cleo"))
    for who, name, graphs in ((desk.me, "Wide", WIDE), (other, "Half", HALF), (third, "Narrow", NARROW)):
        _submit(desk, who, hunt, graphs)
        _stand(who, hunt, name)

    page = other.open(f"/assignments/{hunt.id}/leaderboard")
    assert _rows(page) == [
        ["1", "Narrow", "110%", "8"],
        ["2", "Wide", "110%", "10"],
        ["3", "Half you", _rows(page)[2][2], "–"],
    ]


def test_the_best_of_all_attempts_stands(desk: Desk) -> None:
    hunt = _hunt(desk)
    for graphs in (NARROW, WIDE, HALF):
        _submit(desk, desk.me, hunt, graphs)
    assert _rows(_stand(desk.me, hunt, "Heron")) == [["1", "Heron you", "110%", "8"]]


def test_equals_share_a_place(desk: Desk) -> None:
    hunt, other = _hunt(desk), desk.member("ben", Role.STUDENT)
    for who, name in ((desk.me, "Heron"), (other, "Crane")):
        _submit(desk, who, hunt, NARROW)
        _stand(who, hunt, name)
    assert [row[:2] for row in _rows(other.open(f"/assignments/{hunt.id}/leaderboard"))] == [
        ["1", "Heron"],
        ["1", "Crane you"],
    ]


def test_who_did_not_choose_to_is_not_on_it(desk: Desk) -> None:
    hunt = _hunt(desk)
    _submit(desk, desk.me, hunt, NARROW)
    page = desk.me.open(f"/assignments/{hunt.id}/leaderboard")

    assert "Nobody on the leaderboard has a result yet." in page.text
    assert desk.student.name not in desk.teacher.open(page.url).source


def test_students_see_names_that_were_chosen_and_staff_see_who_it_is(desk: Desk) -> None:
    hunt = _hunt(desk)
    _submit(desk, desk.me, hunt, NARROW)
    _stand(desk.me, hunt, "Heron")
    seen = [
        who.open(f"/assignments/{hunt.id}/leaderboard").source
        for who in (desk.member("ben", Role.STUDENT), desk.teacher)
    ]
    assert [str(desk.student.id) in source for source in seen] == [False, True]
    assert all("Heron" in source for source in seen)


def test_a_name_is_nobody_elses(desk: Desk) -> None:
    hunt, other = _hunt(desk), desk.member("ben", Role.STUDENT)
    _stand(desk.me, hunt, "Blue  Heron")
    said = {
        "blue héron": TAKEN,
        desk.owner.name.upper(): TAKEN,
        "!!!": "This name has no letter and no digit.",
        "x" * 31: "This text is too long. Use at most 30 characters.",
        " ": "This field is required.",
    }
    for name, sentence in said.items():
        page = _stand(other, hunt, name)
        assert (page.status, sentence in page.text) == (422, True), name
    assert "1 name has no result yet." in other.open(f"/assignments/{hunt.id}/leaderboard").text


@pytest.mark.parametrize(
    "alike",
    [
        "Ada Lovelace", "Lovelace, Ada", "ADALOVELACE", "Аdа Lоvеlасе", "ΑDΑ LΟVELACE", "Ada L0ve1ace",  # noqa: RUF001 - meant
        "𝐀𝐝𝐚 Lovelace", "Ａｄａ Lovelace", "ᴀᴅᴀ Lovelace",  # noqa: RUF001 - meant
        "Ada\u200c Lovelace \u2713", "A\u0338da Lovelace",
    ],
)  # fmt: skip
def test_nobody_stands_there_under_a_name_that_looks_like_a_persons(desk: Desk, alike: str) -> None:
    hunt = _hunt(desk)
    with desk.service.database.begin() as session:
        classroom.member(session, desk.course, "ada", Role.STUDENT).name = "Ada Lovelace"
    page = _stand(desk.me, hunt, alike)

    assert (page.status, TAKEN in page.text) == (422, True)


def test_one_can_change_the_name_and_leave(desk: Desk) -> None:
    hunt = _hunt(desk)
    _submit(desk, desk.me, hunt, NARROW)
    for name in ("Heron", "Heron", "Crane"):
        page = _stand(desk.me, hunt, name)
    assert _rows(page)[0][1] == "Crane you"
    assert _rows(desk.me.press(page, "Leave the leaderboard")) == []


def test_staff_do_not_stand_on_it_and_can_remove_a_name(desk: Desk) -> None:
    hunt = _hunt(desk)
    _submit(desk, desk.me, hunt, NARROW)
    _stand(desk.me, hunt, "Rude word")
    page = desk.teacher.open(f"/assignments/{hunt.id}/leaderboard")
    assert "Name on the leaderboard" not in page.text

    assert _rows(desk.teacher.press(page, "Remove")) == []
    with desk.service.database.read() as session:
        events = session.scalars(select(AuditEvent).where(AuditEvent.action == "leaderboard-name-removed"))
        assert [each.subject_id for each in events] == [desk.student.id]


def test_it_is_shown_no_earlier_than_results(desk: Desk) -> None:
    hunt = _hunt(desk, shown=Shown.AFTER_DUE, due_at=datetime(2026, 12, 1, tzinfo=UTC))
    _submit(desk, desk.me, hunt, NARROW)
    page = _stand(desk.me, hunt, "Heron")

    assert (_rows(page), "The leaderboard is shown when you see your results:" in page.text) == ([], True)
    assert len(_rows(desk.teacher.open(page.url))) == 1


def test_only_a_hunt_has_one(desk: Desk) -> None:
    made, hunt = desk.assignment(), _hunt(desk)
    page = desk.me.open(f"/assignments/{made.id}/leaderboard")
    assert (page.status, "Join the leaderboard" in page.text) == (200, False)
    assert "/leaderboard" not in desk.me.open(f"/assignments/{made.id}").source
    assert (
        desk.me.open(f"/assignments/{hunt.id}").links["Leaderboard"] == f"/assignments/{hunt.id}/leaderboard"
    )
