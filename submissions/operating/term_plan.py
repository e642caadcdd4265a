"""What happens in a made term: who is in the course, what each student submits for an assignment, and when.

All of it follows from the seed and the number of students. Nothing here knows a database or the engine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product
from random import Random

from grader import faults
from grader.faults import Layer
from submissions.operating import term_files
from submissions.operating.term_names import FAMILY_NAMES, GIVEN_NAMES

SECTIONS = ("Lab Monday", "Lab Wednesday", "Lab Friday")
STAGES = ("local-rules", "core", "operations", "whole-graph", "training", "full")
"""Of the six assignments, in their order."""
NEVER_THERE, LEFT, COPIES = 0.04, 0.02, 0.03
"""Shares of students who never start anything, who leave the course, and who copy from somebody."""

_MOST_ATTEMPTS = 9
_OPEN_DAYS, _LATE_DAYS = 12, 3
_NIGHT = range(2, 8)
_HIGHEST_RUNG = 3
_OVERCOMES = 0.5
"""How often the next file has another mistake."""
_GIVES_UP = 0.1, 0.12
"""How likely somebody stops before all is right: at first, and more with each wrong file."""
_RARE = 8
"""Other faults that are met in an assignment."""
_COMMON = {
    "overwritten_gradient": 30, "no_topological_order": 16, "seed_missing": 10, "wrong_sign": 9,
    "out_grad_left_out": 9, "sum_rule_in_product": 8, "missing_method": 8, "one_level": 7, "power_rule": 7,
    "preorder": 6, "reflected_missing": 6, "data_for_grad": 5, "tanh_rule": 5, "relu_rule": 4,
    "zero_grad_missing": 4, "breadth_first": 4, "numbers_not_wrapped": 3, "name_not_defined": 3,
}  # fmt: skip
"""How often a misconception is met; every other fault counts 1."""


@dataclass(frozen=True, slots=True)
class PlannedStudent:
    """A student of the planned course."""

    number: int
    name: str
    section: str
    skill: float
    """0 is usual; above it, fewer mistakes."""
    keen: float
    """From 0 to 1: how early they begin."""
    active: bool
    """Whether they are still in the course."""
    signature: str
    """The name in the first line of their files: their own, or that of whom they copy from."""


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file that somebody submits. Equal ones are graded once."""

    fault: str
    """A fault, or `term_files.RIGHT`."""
    place: str
    variant: int
    """Files with the same fault differ a little from attempt to attempt."""

    def signed(self, name: str) -> bytes:
        """The source text with the name of its student in the first line. All other lines are the same."""
        is_right = self.fault == term_files.RIGHT
        text = term_files.right() if is_right else term_files.wrong(self.fault, self.place)
        return (f"# {name}\n{text}" + "\n# another try" * self.variant + "\n").encode()


@dataclass(frozen=True, slots=True)
class PlannedAttempt:
    """A planned submission."""

    student: PlannedStudent
    at: datetime
    text: PlannedFile
    rung: int
    """How far they climb the ladder of hints afterwards."""


def students(number: int, seed: int) -> list[PlannedStudent]:
    """`number` students."""
    rng = Random(f"students {seed}")
    names = [f"{given} {family}" for given, family in product(GIVEN_NAMES, FAMILY_NAMES)]
    chosen = rng.sample(names, number)
    return [
        PlannedStudent(
            each,
            name,
            section := rng.choice(SECTIONS),
            rng.gauss(-0.4 if section == SECTIONS[-1] else 0.1, 1.0),
            rng.random(),
            rng.random() >= LEFT,
            rng.choice(chosen) if rng.random() < COPIES else name,
        )
        for each, name in enumerate(chosen)
    ]


def attempts(
    everybody: Sequence[PlannedStudent], number: int, due: datetime, now: datetime, seed: int
) -> list[PlannedAttempt]:
    """What all students submit for the assignment of that number by now, the first first."""
    rng = Random(f"attempts {seed} {number}")
    known = _possible(number, seed)
    found = [each for student in everybody for each in _journey(rng, student, known, number, due)]
    return sorted((each for each in found if each.at < now), key=lambda each: each.at)


def opens(due: datetime) -> datetime:
    """When an assignment that is due then opens."""
    return due - timedelta(days=_OPEN_DAYS)


def closes(due: datetime) -> datetime:
    """Until when late work is taken."""
    return due + timedelta(days=_LATE_DAYS)


def _journey(
    rng: Random, student: PlannedStudent, known: Sequence[str], number: int, due: datetime
) -> Iterator[PlannedAttempt]:
    """One student's attempts: mistakes that are overcome one after the other, or not."""
    if rng.random() < NEVER_THERE + 0.02 * number * (student.skill < -1):
        return
    trouble = rng.gauss(2.2 + 0.25 * number - 1.3 * student.skill, 1.2)
    wrong = min(max(round(trouble), 0), _MOST_ATTEMPTS - 1)
    gives_up = rng.random() < _GIVES_UP[0] + _GIVES_UP[1] * wrong
    texts = list(_mistakes(rng, known, wrong))
    if not gives_up or not texts:
        texts.append(PlannedFile(term_files.RIGHT, "", rng.randrange(2)))
    at = due - timedelta(hours=rng.expovariate(1 / (8 + 90 * student.keen)) + 0.2 * len(texts))
    at = max(at, opens(due) + timedelta(hours=rng.random() * 20))
    for place, text in enumerate(texts):
        at = _by_day(at)
        if at > closes(due):
            return
        rung = 0 if text.fault == term_files.RIGHT else min(_HIGHEST_RUNG, int(rng.random() * (2 + place)))
        yield PlannedAttempt(student, at, text, rung)
        at += timedelta(minutes=5 + rng.lognormvariate(3.4, 1.1))


def _mistakes(rng: Random, known: Sequence[str], wrong: int) -> Iterator[PlannedFile]:
    """So many wrong files, no two the same: each mistake in one attempt or several, most of them common."""
    weights = [_COMMON.get(fault, 1) for fault in known]
    fault = ""
    met: set[PlannedFile] = set()
    for _ in range(wrong):
        if not fault or rng.random() < _OVERCOMES:
            fault = rng.choices(known, weights)[0]
        place = rng.choice(term_files.places(fault)[:2])
        text = next(each for n in range(wrong) if (each := PlannedFile(fault, place, n)) not in met)
        met.add(text)
        yield text


def _possible(number: int, seed: int) -> list[str]:
    """The faults that students of an assignment make: common ones and some others.

    Those of functions and of training come later.
    """
    early = {Layer.UNARY, Layer.REFLECTED, Layer.STATE}
    known = [
        slug
        for slug, fault in faults.load().items()
        if term_files.places(slug) and (number > 1 or fault.layer not in early)
    ]
    rng = Random(f"faults {seed} {number}")
    rare = [slug for slug in known if slug not in _COMMON]
    return [slug for slug in known if slug in _COMMON] + sorted(rng.sample(rare, _RARE))


def _by_day(at: datetime) -> datetime:
    """Nobody submits in the small hours."""
    return at + timedelta(hours=_NIGHT.stop - at.hour) if at.hour in _NIGHT else at
