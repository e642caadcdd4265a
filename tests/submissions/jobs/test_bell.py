"""The bell of a database rings when a transaction that wrote jobs is committed, and for no other."""

from contextlib import suppress

from submissions.people.access import people
from submissions.storage.bell import announce
from submissions.storage.timeouts import MIGRATION
from tests.world.school import MONDAY, School


def test_it_rings_when_jobs_are_committed(school: School) -> None:
    student, times = school.student(), school.database.bell.times
    school.submit(student)

    assert school.database.bell.times == times + 1


def test_it_does_not_ring_for_what_wrote_no_job(school: School) -> None:
    times = school.database.bell.times
    with school.database.begin() as session:
        people.add(session, "nobody-waits", "Nobody", now=MONDAY)

    assert school.database.bell.times == times


def test_it_does_not_ring_before_the_commit_and_not_without_one(school: School) -> None:
    times = school.database.bell.times
    with suppress(LookupError), school.database.begin() as session:
        announce(session)
        assert school.database.bell.times == times
        raise LookupError

    assert school.database.bell.times == times


def test_all_who_share_a_database_hear_the_same_bell(school: School) -> None:
    assert school.database.with_patience(MIGRATION).bell is school.database.bell
