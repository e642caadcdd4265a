from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from submissions.courses.assignments.draft import Draft
from submissions.errors import NotAllowed, NotFound, Unusable
from submissions.people.access import notices
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Assignment, Course, NoticeKind, Person, Role
from submissions.tables.name_key import family_key
from submissions.teaching.figures.rebuild import rebuild
from submissions.teaching.talk import messages, staff_notes
from submissions.teaching.watch import watch_thresholds
from submissions.teaching.watch.watch_list import WatchReason, watch_list
from submissions.teaching.watch.watch_thresholds import Thresholds
from tests.world import classroom
from tests.world.clock import NOW
from tests.world.queries import counted

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


class Watched:
    """A course with an assignment that is due in ten days."""

    def __init__(self, session: Session, *, due_in: timedelta = 10 * _DAY) -> None:
        self.session = session
        self.course: Course
        self.course, self.owner = classroom.course(session)
        draft = Draft(title="Core", published=True, due_at=NOW + due_in, closes_at=NOW + due_in + _DAY)
        self.made: Assignment = classroom.assignment(session, self.course, draft)

    def student(self, login: str, *attempts: tuple[timedelta, str, tuple[str, ...]]) -> Person:
        """Somebody with attempts: how long ago, points, causes."""
        person = classroom.member(self.session, self.course, login)
        for ago, points, causes in attempts:
            content = f"{login} {ago}".encode()
            submission = classroom.handed_in(self.session, self.made, person, at=NOW - ago, content=content)
            classroom.graded(self.session, submission, points, causes)
        rebuild(self.session, self.made.id)
        return person

    def reasons(self) -> dict[str, list[str]]:
        """By name, why somebody is on the list."""
        found = watch_list(self.session, self.owner, self.course.id, now=NOW)
        return {each.name: [seen.kind for seen in each.reasons] for each in found}


def test_each_reason_is_seen_and_who_does_well_is_left_out(database: Database) -> None:
    with database.begin() as session:
        room = Watched(session)
        same = ("wrong_sign",)
        room.student("same", (3 * _HOUR, "10", same), (2 * _HOUR, "20", same), (_HOUR, "30", same))
        room.student("stuck", (2 * _DAY, "40", ("a",)), (_HOUR, "30", ("b",)))
        room.student("stopped", (5 * _DAY, "40", ("a",)))
        room.student("well", (5 * _DAY, "100", ()))
        room.student("rising", (3 * _HOUR, "10", ("a",)), (_HOUR, "50", ("b",)))
        room.student("later")
        classroom.failed(session, classroom.handed_in(session, room.made, room.student("ours"), at=NOW))

        assert room.reasons() == {
            "Same": [WatchReason.SAME_CAUSE],
            "Stuck": [WatchReason.NO_PROGRESS],
            "Stopped": [WatchReason.STOPPED],
            "Ours": [WatchReason.OUR_FAILURE],
        }
        assert list(room.reasons()) == ["Ours", "Same", "Stuck", "Stopped"], "the most urgent first"


def test_a_cause_that_came_back_more_often_is_more_urgent_and_equals_stand_by_family_name(
    database: Database,
) -> None:
    with database.begin() as session:
        room = Watched(session)
        for name, times in (("Ada Young", 3), ("Zoe Adams", 3), ("Bo Young", 5), ("Ng, Mia", 3)):
            person = room.student(
                name.lower().replace(" ", "-").replace(",", ""),
                *((n * _HOUR, "10", ("wrong_sign",)) for n in range(times, 0, -1)),
            )
            person.name = name
        session.flush()

        assert list(room.reasons()) == ["Bo Young", "Zoe Adams", "Ng, Mia", "Ada Young"]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Ada Lovelace", "lovelace ada"),
        ("Lovelace, Ada", "lovelace ada"),
        ("Ángel O'Neill", "oneill angel"),
        ("Plato", "plato"),
        ("", ""),
    ],
)
def test_a_family_name_stands_before_a_comma_or_last(name: str, key: str) -> None:
    assert family_key(name) == key


def test_an_attempt_that_we_could_not_grade_is_one_more_and_the_latest(database: Database) -> None:
    with database.begin() as session:
        room = Watched(session)
        stuck = room.student("stuck", (2 * _DAY, "40", ("a",)), (30 * _HOUR, "30", ("b",)))
        waits = classroom.handed_in(session, room.made, stuck, at=NOW - _HOUR, content=b"waits")
        found = watch_list(session, room.owner, room.course.id, now=NOW)
        assert [(each.attempts, each.last_at, each.submission_id) for each in found] == [
            (3, NOW - _HOUR, waits.id)
        ]
        assert [seen.since for seen in found[0].reasons] == [NOW - 2 * _DAY]

        again = classroom.handed_in(session, room.made, stuck, at=NOW, content=b"graded")
        classroom.graded(session, again, "20", ("b",))
        rebuild(session, room.made.id)
        [entry] = watch_list(session, room.owner, room.course.id, now=NOW)

    assert (entry.attempts, entry.last_at, entry.submission_id) == (4, NOW, again.id)


def test_who_never_started_is_on_the_list_when_it_is_nearly_due(database: Database) -> None:
    with database.begin() as session:
        room = Watched(session, due_in=_DAY)
        room.student("nothing")

        assert room.reasons() == {"Nothing": [WatchReason.NEVER_STARTED]}
        watch_thresholds.change(session, room.owner, room.course.id, Thresholds(not_started_days=0), now=NOW)
        assert room.reasons() == {}


def test_a_longer_class_costs_no_more_queries(database: Database) -> None:
    with database.begin() as session:
        room = Watched(session)
        room.student("first", (_HOUR, "10", ("a",)))
    numbers = []
    for more in range(2):
        with database.begin() as session:
            room.session = session
            room.course, room.made = session.merge(room.course), session.merge(room.made)
            for number in range(5 * more):
                room.student(f"s{number}", (_HOUR, "10", ("a",)))
        with counted(database) as statements, database.read() as session:
            watch_list(session, room.owner, room.course.id, now=NOW)
        numbers.append(len(statements))

    assert numbers[0] == numbers[1] <= 8


def test_thresholds_are_set_by_instructors_within_bounds(database: Database) -> None:
    with database.begin() as session:
        room = Watched(session)
        assistant = Caller(classroom.member(session, room.course, "ta", Role.ASSISTANT).id)

        with pytest.raises(NotAllowed):
            watch_thresholds.change(session, assistant, room.course.id, Thresholds(), now=NOW)
        with pytest.raises(Unusable):
            watch_thresholds.change(
                session, room.owner, room.course.id, Thresholds(same_cause_attempts=1), now=NOW
            )


def test_notes_are_for_staff_and_messages_reach_the_student(database: Database) -> None:
    with database.begin() as session:
        room = Watched(session)
        student = room.student("ada")
        assistant = Caller(classroom.member(session, room.course, "ta", Role.ASSISTANT).id)
        stranger = classroom.person(session, "stranger")
        staff_notes.add(session, assistant, room.course.id, student.id, "Ask\r\nabout loops.", now=NOW)
        messages.send(session, assistant, room.course.id, student.id, "Come to the lab.", now=NOW)
        me = Caller(student.id)

        (note,) = staff_notes.listed(session, room.owner, room.course.id, student.id)
        assert (note.note.text, note.by) == ("Ask\nabout loops.", "Ta")
        with pytest.raises(NotAllowed):
            staff_notes.listed(session, me, room.course.id, student.id)
        with pytest.raises(NotAllowed):
            messages.send(session, me, room.course.id, student.id, "Hello", now=NOW)
        with pytest.raises(NotFound):
            staff_notes.add(session, assistant, room.course.id, stranger.id, "Nobody", now=NOW)
        assert [each.message.text for each in messages.own(session, me, room.course.id)] == [
            "Come to the lab."
        ]
        assert [each.notice.kind for each in notices.listed(session, me, limit=5)] == [NoticeKind.MESSAGE]
