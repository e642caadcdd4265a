"""What is planned follows from the seed, and is what happens in a course."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise

from submissions.grading.work.code_shape import shape_of_text
from submissions.operating.term import make, plan
from submissions.operating.term.files import FileKind, is_possible
from submissions.operating.term.make import Plan
from submissions.operating.term.plan import PlannedAttempt
from submissions.operating.term.styles import Mistake

NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


@cache
def planned(number: int, seed: int = 1) -> Plan:
    """Planned once for all tests."""
    return make.planned(number, seed, NOW)


def test_the_same_seed_plans_the_same_term() -> None:
    assert planned(20, 3) == make.planned(20, 3, NOW)
    assert planned(20, 3) != planned(20, 4)


def test_students_have_names_of_their_own_and_submit_no_file_twice() -> None:
    term = planned(200)
    submitted = [
        (number, each.student.number, each.content())
        for number, attempts in enumerate(term.attempts)
        for each in attempts
    ]

    assert len({each.name for each in term.students}) == 200
    assert len(set(submitted)) == len(submitted)


def test_only_copies_are_equal_work() -> None:
    term = planned(200)
    copies = [each for each in term.students if each.author != each.name]
    shapes: dict[str, set[int]] = {}
    for each in term.attempts[3]:
        if each.file.kind is FileKind.CLASS:
            for function in shape_of_text(each.content().decode()) or ():
                shapes.setdefault(function.digest, set()).add(each.student.number)
    own = {min(people) for people in shapes.values() if len(people) == 1}

    assert 0 < len(copies) < 20
    assert len(own) > 150


def test_a_mistake_lasts_and_the_next_one_follows() -> None:
    lasted: Counter[int] = Counter()
    for attempts in planned(60).attempts:
        for journey in _journeys(attempts):
            causes = [each.file.mistakes[0] for each in journey if each.file.mistakes]
            changes = sum(first != second for first, second in pairwise(causes))
            assert changes == len(set(causes)) - bool(causes)  # none comes back
            lasted[max(Counter(causes).values(), default=0)] += 1

    assert min(lasted[0], lasted[1]) > 0
    assert sum(number for times, number in lasted.items() if times >= 3) > 3


def test_some_are_late_some_stop_and_some_never_start() -> None:
    term = planned(200)
    for number, due in enumerate(make.due_dates(NOW)[:-1]):
        journeys = _journeys(term.attempts[number])
        late = [each for each in journeys if each[-1].at > due]
        stopped = [each for each in journeys if each[-1].file.mistakes]

        assert 5 < len(late) < 80
        assert 5 < len(stopped) < 100
        assert len(journeys) < 200


def test_most_submit_on_the_last_day_and_nobody_in_the_small_hours() -> None:
    attempts = planned(200).attempts[2]
    due = make.due_dates(NOW)[2]
    days = Counter((due - each.at).days for each in attempts if each.at <= due)

    assert days.most_common(1)[0][0] == 0
    assert not {each.at.hour for each in attempts} & set(range(2, 8))


def test_pairs_submit_once_and_nobody_is_in_two() -> None:
    term = planned(60)
    members = [*term.pairs, *term.pairs.values()]
    submitting = {each.student.number for each in term.attempts[plan.IN_PAIRS]}

    assert len(term.pairs) > 10
    assert len(set(members)) == len(members)
    assert not submitting & set(term.pairs.values())


def test_every_mistake_is_in_the_text_of_its_file() -> None:
    files = {each.file for attempts in planned(60).attempts for each in attempts}

    assert all(each.allows(each.mistakes) for each in files if each.mistakes)
    assert {each.kind for each in files} == set(FileKind)
    assert len({each.style for each in files}) > 4
    assert any(len(each.mistakes) == 2 for each in files)


def test_a_mistake_that_leaves_no_trace_is_not_possible() -> None:
    gone, signed = Mistake("missing_method", "-"), Mistake("wrong_sign", "-: left operand")

    assert is_possible("closures", (signed,))
    assert not is_possible("closures", (signed, signed))
    assert not is_possible("tape", (gone,))
    assert not is_possible("closures", (signed,), ("__sub__",))


def _journeys(attempts: Sequence[PlannedAttempt]) -> list[list[PlannedAttempt]]:
    by_student: dict[int, list[PlannedAttempt]] = {}
    for each in attempts:
        by_student.setdefault(each.student.number, []).append(each)
    return list(by_student.values())
