from collections.abc import Mapping
from uuid import UUID

import pytest

from grader.sandbox.plays import Source
from submissions.errors import NotAllowed
from submissions.grading.work.code_shape import code_shape
from submissions.grading.work.results import keep_shape
from submissions.people.access.policy import Caller
from submissions.tables import Assignment
from submissions.teaching.watch.equal_work import Likeness, equal_work
from tests.world.classroom import OPERATOR
from tests.world.school import School

_STARTER = "class Value:\n    def __init__(self, data):\n" + "        self.data = data\n" * 30
_COMMON = "def common(a):\n" + "    a = a + 1\n" * 30
_OWN = "def own(a, b):\n" + "    a = a * b - 3\n" * 20
_RENAMED = "# mine\ndef mine(x, y):\n    '''Mine.'''\n" + "    x = x*y  -  3\n" * 20


def _hand_in(school: School, texts: Mapping[str, str]) -> dict[str, UUID]:
    students = {}
    for name, text in texts.items():
        student = school.student()
        students[name] = student
        school.submit(student, text)
        shape = code_shape(Source("value.py", text.encode()))
        assert shape is not None
        with school.database.begin() as session:
            keep_shape(session, text.encode(), shape)
            keep_shape(session, text.encode(), shape)  # whoever submits the same file
    school.grade_all()
    return students


def test_equal_work_is_found_and_what_is_common_is_not(school: School) -> None:
    with school.assignment() as assignment:
        assignment.starter = _STARTER
    students = _hand_in(
        school,
        {
            "one": _COMMON + _OWN,
            "renamed": _STARTER + _RENAMED + _COMMON,
            "copy": "x = 1\n",
            "copied": "x = 1\n",
            "starter": _STARTER,
            "starter too": _STARTER,
            "common": _COMMON + "a = 1\n",
            "common too": _COMMON + "a = 2\n",
            "fifth": _COMMON + "a = 3\n",
            "alone": "def other(a):\n" + "    a = a - 7\n" * 30,
        },
    )
    with school.database.read() as session:
        found = equal_work(session, OPERATOR, session.get_one(Assignment, school.assignment_id))
        kept = session.get_one(Assignment, school.assignment_id)
        with pytest.raises(NotAllowed):
            equal_work(session, Caller(students["one"]), kept)

    groups = {group.likeness: [each.person_id for each in group.students] for group in found.groups}
    assert len(found.groups) == 2
    assert groups[Likeness.CODE] == [students["one"], students["renamed"]]
    assert groups[Likeness.FILE] == [students["copy"], students["copied"]]
    assert (found.compared, found.commonplace) == (3, 2)
