"""What happens in the demo term: who is in the course, what each student submits for an assignment, and when.

All of it follows from the seed and the number of students. Nothing here knows a database or the engine.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from itertools import groupby
from operator import attrgetter
from random import Random

from bench.term import styles
from bench.term.files import FileKind, PlannedFile
from bench.term.styles import Mistake
from grader import fault_matrix
from submissions.courses.assignments.points import usual_weights

SECTIONS = ("Lab Monday", "Lab Wednesday", "Lab Friday")
STAGES = ("local-rules", "core", "operations", "whole-graph", "training", "full")
"""Of the six assignments, in their order."""
IN_PAIRS = 4
"""The number of the assignment for which students submit in pairs."""
NEVER_THERE, LEFT, COPIES = 0.04, 0.02, 0.03
"""Shares of students who never start anything, who leave the course, and who copy from somebody."""

_OPEN_DAYS, _LATE_DAYS = 12, 3
_NIGHT = range(2, 8)
_HIGHEST_RUNG = 3
_MOST_CAUSES, _LONGEST_STUCK = 4, 5
_NOTEBOOKS, _IN_A_GROUP = 0.06, 0.8
_UNFINISHED, _UNREADABLE, _TWO_AT_ONCE, _STUCK, _SLEEPS = 0.15, 0.05, 0.25, 0.35, 0.12
_GIVES_UP = 0.04, 0.14
"""How likely somebody stops before all is right: at first, and more with each mistake."""
_RARE, _PLACES = 4, 2
"""Other faults that are met in an assignment, and in how many places each fault is."""
_LATER = (
    "__sub__", "__truediv__", "__pow__", "__neg__", "tanh", "exp", "log", "relu", "sigmoid",
    "__rsub__", "__rtruediv__", "__rpow__",
)  # fmt: skip
_BEFORE: Mapping[int, tuple[str, ...]] = {0: (*_LATER, "backward", "_order", "zero_grad"), 1: _LATER}
"""By assignment, the methods that are written only after it."""
_COMMON = {
    "overwritten_gradient": 30, "no_topological_order": 16, "seed_missing": 10, "wrong_sign": 9,
    "out_grad_left_out": 9, "sum_rule_in_product": 8, "missing_method": 8, "one_level": 7, "power_rule": 7,
    "preorder": 6, "reflected_missing": 6, "data_for_grad": 5, "tanh_rule": 5, "relu_rule": 4,
    "zero_grad_missing": 4, "breadth_first": 4, "numbers_not_wrapped": 3, "name_not_defined": 3,
}  # fmt: skip
"""How often a misconception is met; every other fault counts 1."""
_VOICES = {"lecture": 58, "short": 16, "long": 12, "comments": 14}
_LECTURE_STYLE = "closures"


@dataclass(frozen=True, slots=True)
class PlannedStudent:
    """A student of the planned course."""

    number: int
    section: str
    skill: float
    """0 is usual; above it, fewer mistakes."""
    keen: float
    """From 0 to 1: how early they begin."""
    active: bool
    """Whether they are still in the course."""
    style: str
    """How they build their class, all term long."""
    voice: str
    kind: FileKind
    author: int
    """The number of who wrote their files: they themselves, or from whom they copy."""


@dataclass(frozen=True, slots=True)
class PlannedAttempt:
    """A planned submission."""

    student: PlannedStudent
    at: datetime
    file: PlannedFile
    tries: int
    """Attempts of the student before it."""
    rung: int
    """How far they climb the ladder of hints afterwards."""


def students(number: int, seed: int) -> list[PlannedStudent]:
    """`number` students."""
    rng = Random(f"students {seed}")
    found: list[PlannedStudent] = []
    for place in range(number):
        student = _student(rng, place)
        if rng.random() < COPIES and (able := [each for each in found if each.style != _LECTURE_STYLE]):
            student = _copying(rng, student, rng.choice(able))
        found.append(student)
    return found


def _student(rng: Random, number: int) -> PlannedStudent:
    section = rng.choice(SECTIONS)
    known = styles.load()
    return PlannedStudent(
        number=number,
        section=section,
        skill=rng.gauss(-0.4 if section == SECTIONS[-1] else 0.1, 1.0),
        keen=rng.random(),
        active=rng.random() >= LEFT,
        style=rng.choices(list(known), [each.share for each in known.values()])[0],
        voice=rng.choices(list(_VOICES), list(_VOICES.values()))[0],
        kind=FileKind.NOTEBOOK if rng.random() < _NOTEBOOKS else FileKind.CLASS,
        author=number,
    )


def _copying(rng: Random, student: PlannedStudent, other: PlannedStudent) -> PlannedStudent:
    """The same student, with the class of another one in other words."""
    voice = rng.choice([each for each in _VOICES if each != other.voice])
    return replace(student, style=other.style, voice=voice, kind=FileKind.CLASS, author=other.author)


def pairs(everybody: Sequence[PlannedStudent], seed: int) -> list[tuple[PlannedStudent, PlannedStudent]]:
    """Who submits together where students may: two of a section. Some stay alone."""
    rng = Random(f"pairs {seed}")
    willing = sorted((each for each in everybody if each.active), key=attrgetter("section"))
    found: list[tuple[PlannedStudent, PlannedStudent]] = []
    for _, section in groupby(willing, attrgetter("section")):
        people = [each for each in section if rng.random() < _IN_A_GROUP]
        rng.shuffle(people)
        found += zip(people[::2], people[1::2], strict=False)
    return found


def attempts(
    everybody: Sequence[PlannedStudent], number: int, due: datetime, seed: int
) -> list[PlannedAttempt]:
    """What all students submit for the assignment of that number, the first first."""
    rng = Random(f"attempts {seed} {number}")
    known = _possible(number, seed)
    led = {second.number for _, second in pairs(everybody, seed)} if number == IN_PAIRS else set()
    working = [each for each in everybody if each.number not in led]
    found = [each for student in working for each in _journey(rng, student, known, number, due)]
    return sorted(found, key=lambda each: each.at)


def opens(due: datetime) -> datetime:
    """When an assignment that is due then opens."""
    return due - timedelta(days=_OPEN_DAYS)


def closes(due: datetime) -> datetime:
    """Until when late work is taken."""
    return due + timedelta(days=_LATE_DAYS)


def _journey(
    rng: Random, student: PlannedStudent, known: Sequence[Mistake], number: int, due: datetime
) -> Iterator[PlannedAttempt]:
    """One student's attempts: mistakes that are overcome one after the other, or not."""
    if rng.random() < NEVER_THERE + 0.02 * number * (student.skill < -1):
        return
    files = list(_files(rng, student, known, number))
    at = due - timedelta(hours=rng.expovariate(1 / (8 + 90 * student.keen)) + 0.2 * len(files))
    at = max(at, opens(due) + timedelta(hours=rng.random() * 20))
    for tries, file in enumerate(files):
        at = _by_day(rng, at)
        if at > closes(due):
            return
        rung = min(_HIGHEST_RUNG, int(rng.random() * (2 + tries))) if file.mistakes else 0
        yield PlannedAttempt(student, at, file, tries, rung)
        at += timedelta(minutes=5 + rng.lognormvariate(3.4, 1.1))
        if rng.random() < _SLEEPS:
            at += timedelta(hours=rng.uniform(9, 20))


def _files(
    rng: Random, student: PlannedStudent, known: Sequence[Mistake], number: int
) -> Iterator[PlannedFile]:
    """Their files: one that is unfinished, or cannot be read; each mistake for a while; and the right one."""
    is_plain = student.style == _LECTURE_STYLE
    right = PlannedFile(
        student.style, student.voice, (), _BEFORE.get(number, ()) if is_plain else (), student.kind
    )
    if rng.random() < _UNFINISHED / (1 + number):
        yield replace(right, style=_LECTURE_STYLE, voice="lecture", without=(), kind=FileKind.STARTER)
    if rng.random() < _UNREADABLE and student.kind is FileKind.CLASS:
        yield replace(right, kind=FileKind.UNREADABLE)
    causes = _causes(rng, student, [each for each in known if right.allows((each,))], number)
    for place, cause in enumerate(causes):
        both = tuple(causes[place : place + 2])
        is_double = len(both) > 1 and rng.random() < _TWO_AT_ONCE and right.allows(both)
        for _ in range(_lasts(rng, student)):
            yield replace(right, mistakes=both if is_double else (cause,))
    if rng.random() >= _GIVES_UP[0] + _GIVES_UP[1] * len(causes):
        yield right


def _causes(rng: Random, student: PlannedStudent, able: Sequence[Mistake], number: int) -> list[Mistake]:
    """The mistakes that somebody makes one after the other, most of them common; no fault twice."""
    places = Counter(each.fault for each in able)
    trouble = rng.gauss(1.3 + 0.15 * number - 0.8 * student.skill, 0.8)
    chosen: dict[str, Mistake] = {}
    for _ in range(min(max(round(trouble), 0), _MOST_CAUSES)):
        weights = [_COMMON.get(each.fault, 1) / places[each.fault] for each in able]
        mistake = rng.choices(able, weights)[0]
        chosen.setdefault(mistake.fault, mistake)
    return list(chosen.values())


def _lasts(rng: Random, student: PlannedStudent) -> int:
    """In how many attempts a mistake stays: some get stuck."""
    attempts = 1
    while attempts < _LONGEST_STUCK and rng.random() < _STUCK - 0.1 * student.skill:
        attempts += 1
    return attempts


@cache
def _possible(number: int, seed: int) -> tuple[Mistake, ...]:
    """The mistakes that cost points in an assignment: common faults and some others, in a few places."""
    asked = {slug for slug, weight in usual_weights(STAGES[number]).items() if weight}
    styled = {mistake for style in styles.load().values() for mistake in style.mistakes}
    seen = [Mistake(*variant) for variant, by in fault_matrix.committed().rows() if by & asked]
    seen = [each for each in seen if each in styled]
    rng = Random(f"faults {seed} {number}")
    rare = sorted({each.fault for each in seen} - set(_COMMON))
    met = {*_COMMON, *rng.sample(rare, min(_RARE, len(rare)))}
    places = {slug: [each for each in seen if each.fault == slug] for slug in sorted(met)}
    return tuple(each for found in places.values() for each in _some(found))


def _some(places: Sequence[Mistake]) -> Iterator[Mistake]:
    """The first places of a fault, and those that styles besides that of the lecture have."""
    elsewhere = [style for style in styles.load().values() if style.slug != _LECTURE_STYLE]
    for rank, each in enumerate(places):
        if rank < _PLACES or any(each in style.mistakes for style in elsewhere):
            yield each


def _by_day(rng: Random, at: datetime) -> datetime:
    """Nobody submits in the small hours."""
    if at.hour not in _NIGHT:
        return at
    return at.replace(hour=_NIGHT.stop, minute=0) + timedelta(hours=rng.triangular(0, 15, 11))
