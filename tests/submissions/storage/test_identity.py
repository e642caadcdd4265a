"""Ids sort by the time they were made, also those of one millisecond."""

from datetime import UTC, datetime, timedelta

from submissions.tables.identity import id_at, new_id


def test_ids_sort_in_the_order_in_which_they_were_made() -> None:
    made = [new_id() for _ in range(1000)]

    assert made == sorted(made)
    assert len(set(made)) == len(made)
    assert {each.version for each in made} == {7}


def test_an_id_of_a_moment_sorts_by_it() -> None:
    moment = datetime(2026, 9, 1, 8, 30, tzinfo=UTC)
    later = [id_at(moment + timedelta(microseconds=number)) for number in (0, 1, 500, 999, 1000)]

    assert later == sorted(later)
    assert later[0].int >> 80 == int(moment.timestamp() * 1000)
