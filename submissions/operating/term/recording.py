"""The demo term as it is shipped: a course file, a class, the files of its students, and their results.

`python -m bench demo_term --write` makes it. A larger class repeats the recorded one under other names.
"""

import json
import lzma
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from grader.records import Frozen, replace

PLACE = Path(__file__).with_name("term.json.xz")
_DUE_IN = timedelta(days=2)
_DUE_AT = 22
"""The hour at which assignments are due."""


@dataclass(frozen=True, slots=True, eq=False)
class RecordedFile:
    """The part of a file that is graded. It is graded once for all students who submit it."""

    number: int
    name: str
    text: str
    """The class."""
    has_backward: bool

    def submitted(self, author: str, tries: int) -> bytes:
        """The file of one student: their name in the first line, and at the end how they try it out.

        `tries` counts what they try; neither moves a line of the class.
        """
        tried = _tried_out(author, tries, has_backward=self.has_backward)
        if self.name.endswith(".ipynb"):
            return _notebook(author, self.text, tried)
        return f"# {author}\n{self.text}{tried}".encode()


class RecordedAttempt(NamedTuple):
    """A submission of the recorded class, by the numbers of its student and its file."""

    student: int
    after_due: float
    """Seconds; most are negative."""
    file: int
    tries: int
    rung: int


class RecordedStudent(NamedTuple):
    """A student of the recorded class."""

    section: str
    active: bool
    author: int
    """The student who wrote their files: they themselves, or from whom they copy."""


class Assistant(NamedTuple):
    """An assistant, and the section that is theirs."""

    name: str
    section: str


class TermRecording(Frozen):
    """All that is recorded."""

    course: Mapping[str, Any]
    """A course file, as `submissions.teaching.terms.course_file` reads it."""
    instructor: str
    assistants: Sequence[Assistant]
    given_names: Sequence[str]
    family_names: Sequence[str]
    students: Sequence[RecordedStudent]
    pairs: Sequence[tuple[int, int]]
    """The pairs of students who submit together where they may; the first of each submits."""
    files: Sequence[RecordedFile]
    attempts: Sequence[Sequence[RecordedAttempt]]
    """The attempts by assignment, the first one first."""
    reports: Sequence[Mapping[int, str]]
    """The reports by assignment and number of the file, in JSON."""

    @property
    def in_pairs(self) -> int:
        """The number of the assignment for which students submit in pairs."""
        return next(
            number for number, each in enumerate(self.course["assignments"]) if each["group_size"] > 1
        )

    def moved_by(self, now: datetime) -> timedelta:
        """How much later all dates are, so that the last assignment is due in two days."""
        last = datetime.fromisoformat(self.course["assignments"][-1]["due_at"])
        return (now + _DUE_IN).replace(hour=_DUE_AT, minute=0, second=0, microsecond=0) - last

    def due_dates(self, now: datetime) -> list[datetime]:
        """When the assignments are due."""
        recorded = [datetime.fromisoformat(each["due_at"]) for each in self.course["assignments"]]
        return [each + self.moved_by(now) for each in recorded]


class TermStudent(Frozen):
    """A student of the course that is made."""

    number: int
    name: str
    section: str
    active: bool
    """Whether they are still in the course."""
    author: str
    """The student who tries the file out at its end: they themselves, or the one from whom they copy."""


class TermAttempt(Frozen):
    """A submission of the course that is made."""

    student: TermStudent
    at: datetime
    file: RecordedFile
    tries: int
    """Attempts of the student before it."""
    rung: int
    """How far they climb the ladder of hints afterwards."""
    fails: bool = False
    """Whether we fail to grade it."""

    def content(self) -> bytes:
        """The bytes of the file."""
        return self.file.submitted(self.student.author, self.tries)


class Plan(Frozen):
    """All that happens in a term by now."""

    students: Sequence[TermStudent]
    attempts: Sequence[Sequence[TermAttempt]]
    """The attempts by assignment."""
    pairs: Sequence[tuple[TermStudent, TermStudent]]


@cache
def recording() -> TermRecording:
    """The recorded term."""
    content = json.loads(lzma.decompress(PLACE.read_bytes()))
    return TermRecording(
        course=content["course"],
        instructor=content["instructor"],
        assistants=[Assistant(*each) for each in content["assistants"]],
        given_names=content["given_names"],
        family_names=content["family_names"],
        students=[RecordedStudent(*each) for each in content["students"]],
        pairs=[(first, second) for first, second in content["pairs"]],
        files=[RecordedFile(number, *each) for number, each in enumerate(content["files"])],
        attempts=[[RecordedAttempt(*each) for each in attempts] for attempts in content["attempts"]],
        reports=[{int(file): each for file, each in reports.items()} for reports in content["reports"]],
    )


def planned(number: int, now: datetime) -> Plan:
    """The term of so many students: the first of the recorded class, or all of them several times."""
    known = recording()
    everybody = _students(known, number)
    groups = [
        everybody[start : start + len(known.students)] for start in range(0, number, len(known.students))
    ]
    attempts = [
        _attempts(known, groups, recorded, due, now)
        for recorded, due in zip(known.attempts, known.due_dates(now), strict=True)
    ]
    if attempts[-1]:
        attempts[-1][-1] = replace(attempts[-1][-1], fails=True)
    pairs = [
        (group[first], group[second])
        for group in groups
        for first, second in known.pairs
        if max(first, second) < len(group)
    ]
    return Plan(everybody, attempts, pairs)


def _students(known: TermRecording, number: int) -> list[TermStudent]:
    names = [" ".join(each) for each in product(known.given_names, known.family_names)]
    chosen = Random("students").sample(names, number)
    size = len(known.students)
    return [
        TermStudent(
            place, chosen[place], each.section, each.active, chosen[place - place % size + each.author]
        )
        for place in range(number)
        for each in (known.students[place % size],)
    ]


def _attempts(
    known: TermRecording,
    groups: Sequence[Sequence[TermStudent]],
    recorded: Sequence[RecordedAttempt],
    due: datetime,
    now: datetime,
) -> list[TermAttempt]:
    """Return the attempts at an assignment until now, the earliest first."""
    return [
        TermAttempt(group[each.student], at, known.files[each.file], each.tries, each.rung)
        for each in recorded
        if (at := due + timedelta(seconds=each.after_due)) < now
        for group in groups
        if each.student < len(group)
    ]


def _tried_out(author: str, tries: int, *, has_backward: bool) -> str:
    """A function of their own at the end of the file, and how it is called: that of another one differs."""
    rng = Random(f"tries {author}")
    terms = [
        rng.choice("aaab") + rng.choice(("", " * 2", " * b", " * a", " + 3", " * 0.5")) for _ in range(5)
    ]
    lines = ["def try_out():", f"    a, b = Value({rng.randint(1, 9)}.0), Value({rng.randint(-9, -1)}.0)"]
    lines += [f"    y = {terms[0]}", *(f"    y = y + {each}" for each in terms[1:])]
    lines += ["    y.backward()"] * has_backward + ["    print(y.data, a.grad, b.grad)"]
    calls = ["    try_out()", *(f"    print(Value({number}.0) * {number})" for number in range(2, 2 + tries))]
    return "\n\n" + "\n".join([*lines, "\n", 'if __name__ == "__main__":', *calls]) + "\n"


def _notebook(author: str, text: str, tried: str) -> bytes:
    """A notebook: the imports, the rest of the class, and how it is tried out."""
    cells: list[dict[str, Any]] = [
        {"cell_type": "markdown", "metadata": {}, "source": f"# Backprop by {author}"}
    ]
    cells += [
        {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": each.strip()}
        for each in (*text.split("\n\n", 1), tried)
    ]
    made = {
        "cells": cells,
        "metadata": {"language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 4,
    }
    return json.dumps(made, indent=1).encode()
