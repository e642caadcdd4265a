"""Who says what in a demo term."""

from submissions.operating.term import talk
from submissions.operating.term.course import MadeCourse
from submissions.storage.database import Database
from submissions.tables import Enrolment
from tests.submissions.teaching.figures.test_figures import school
from tests.world.classroom import OPERATOR


def test_who_left_the_course_asks_for_nothing(database: Database) -> None:
    with database.begin() as session:
        course, made, them = school(session)
        students = {number: each.id for number, each in enumerate(them.values())}
        term = MadeCourse(course, OPERATOR, (), students, (made.id,), in_pairs=-1)
        before = [each.person_id for each in talk._counting(session, term, made.id)]
        session.get_one(Enrolment, (course.id, them["b_b"].id)).active = False
        session.flush()
        after = [each.person_id for each in talk._counting(session, term, made.id)]

    assert [each for each in before if each != them["b_b"].id] == after
    assert len(after) == len(before) - 1
