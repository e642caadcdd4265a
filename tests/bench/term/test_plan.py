"""What is planned for the demo term follows from the seed, and is what happens in a course."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from bench.term import plan
from bench.term.course import due_dates
from bench.term.files import FileKind, is_possible
from bench.term.plan import PlannedAttempt, PlannedStudent
from bench.term.styles import Mistake
from submissions.grading.work.code_shape import shape_of_text

DUE = due_dates()


@cache
def students(number: int) -> list[PlannedStudent]:
    """Planned once for all tests."""
    return plan.students(number, 1)


@cache
def attempts(number: int, assignment: int) -> list[PlannedAttempt]:
    """Planned once for all tests."""
    return plan.attempts(students(number), assignment, DUE[assignment], 1)


def test_the_same_seed_plans_the_same_term() -> None:
    first, second = plan.students(20, 3), plan.students(20, 3)

    assert first == second != plan.students(20, 4)
    assert plan.attempts(first, 2, DUE[2], 3) == plan.attempts(second, 2, DUE[2], 3)
    assert plan.attempts(first, 2, DUE[2], 3) != plan.attempts(first, 2, DUE[2], 4)


def test_only_copies_are_equal_work() -> None:
    copies = [each for each in students(60) if each.author != each.number]
    shapes: dict[str, set[int]] = {}
    for each in attempts(60, 3):
        if each.file.kind is FileKind.CLASS and each.student.style != "closures":
            for function in shape_of_text(each.file.text()) or ():
                shapes.setdefault(function.digest, set()).add(each.student.author)

    assert 0 < len(copies) < 6
    assert any(len(authors) == 1 for authors in shapes.values())


def test_a_mistake_lasts_and_the_next_one_follows() -> None:
    lasted: Counter[int] = Counter()
    for assignment in range(len(DUE)):
        for journey in _journeys(attempts(60, assignment)):
            causes = [each.file.mistakes[0] for each in journey if each.file.mistakes]
            changes = sum(first != second for first, second in pairwise(causes))
            assert changes == len(set(causes)) - bool(causes)  # none comes back
            lasted[max(Counter(causes).values(), default=0)] += 1

    assert min(lasted[0], lasted[1]) > 0
    assert sum(number for times, number in lasted.items() if times >= 3) > 3


def test_some_are_late_some_stop_and_some_never_start() -> None:
    for assignment, due in enumerate(DUE):
        journeys = _journeys(attempts(200, assignment))
        late = [each for each in journeys if each[-1].at > due]
        stopped = [each for each in journeys if each[-1].file.mistakes]

        assert 5 < len(late) < 80
        assert 5 < len(stopped) < 100
        assert len(journeys) < 200


def test_most_submit_on_the_last_day_and_nobody_in_the_small_hours() -> None:
    days = Counter((DUE[2] - each.at).days for each in attempts(200, 2) if each.at <= DUE[2])

    assert days.most_common(1)[0][0] == 0
    assert not {each.at.hour for each in attempts(200, 2)} & set(range(2, 8))


def test_pairs_submit_once_and_nobody_is_in_two() -> None:
    pairs = [(first.number, second.number) for first, second in plan.pairs(students(60), 1)]
    members = [each for pair in pairs for each in pair]
    submitting = {each.student.number for each in attempts(60, plan.IN_PAIRS)}

    assert len(pairs) > 10
    assert len(set(members)) == len(members)
    assert not submitting & {second for _, second in pairs}


def test_every_mistake_is_in_the_text_of_its_file() -> None:
    files = {each.file for assignment in range(len(DUE)) for each in attempts(60, assignment)}

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


def _journeys(found: Sequence[PlannedAttempt]) -> list[list[PlannedAttempt]]:
    by_student: dict[int, list[PlannedAttempt]] = {}
    for each in found:
        by_student.setdefault(each.student.number, []).append(each)
    return list(by_student.values())
