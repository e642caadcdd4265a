"""What a column there is out of, as we made it."""

from contextlib import closing
from decimal import Decimal

import pytest

from submissions.connect.lms.line_items import made_maximum
from submissions.courses.grades.cells import Column
from submissions.storage.database import Database
from submissions.tables.identity import new_id
from tests.world import classroom
from tests.world.clock import NOW
from tests.world.learning_platform import connected


@pytest.mark.parametrize(
    ("ours", "theirs"), [("12.5", 100), ("250", 100), ("0.5", 100), ("100", 100), ("42", 42), ("1.000", 1)]
)
def test_the_maximum_of_a_column_that_we_made_is_known(sqlite_url: str, ours: str, theirs: int) -> None:
    with closing(Database(sqlite_url)) as database, database.begin() as session:
        course, owner = classroom.course(session)
        linked, other = (classroom.assignment(session, course) for _ in range(2))
        connected(session, "Moodle", linked, owner.known, {}, now=NOW)
        title = "External tool: Moodle activity"
        column = Column(linked, new_id(), Decimal(ours))
        assert made_maximum(session, column, title) == theirs
        assert made_maximum(session, column, "Assignment: Essay") is None, "another column of that course"
        assert made_maximum(session, Column(other, new_id(), Decimal(ours)), title) is None
