"""The demo term that is shipped is the planned one, and its results are those of today's engine."""

import json
import lzma

from bench import demo_term
from bench.term import plan
from bench.term.course import due_dates
from bench.term.files import FileKind, PlannedFile
from grader.records import from_json
from grader.report import Report
from submissions.courses.grades.report_facts import ReportFacts
from submissions.operating.term.recording import PLACE, recording

STUDENTS = plan.students(demo_term.STUDENTS, demo_term.SEED)
MAKE = "Run `python -m bench demo_term --write`, and commit what it writes."
SAMPLE = 2
"""Files of each assignment: `python -m bench demo_term --all` compares every one."""
MOST_BYTES = 500_000
UNTOLD = {"missing_method", "zero_grad_missing"}
"""Faults that are told as code that is still to write."""


def test_the_shipped_term_is_the_planned_one() -> None:
    shipped = json.loads(lzma.decompress(PLACE.read_bytes()))
    del shipped["reports"]
    wanted = json.loads(json.dumps(demo_term.recorded(STUDENTS)))

    assert [name for name in wanted if shipped[name] != wanted[name]] == [], MAKE
    assert PLACE.stat().st_size < MOST_BYTES


def test_a_sample_of_the_results_is_what_the_engine_says_today() -> None:
    known = recording()
    chosen = demo_term.sample(known, SAMPLE)

    assert {each.assignment for each in chosen} == set(range(len(known.attempts)))
    different = demo_term.different(known, chosen)
    assert [(each.assignment, each.file.number, fields) for each, fields in different] == [], MAKE


def test_the_causes_in_the_results_are_those_that_were_planted() -> None:
    known = recording()
    submitted = [
        (assignment, planned.file, recorded.file)
        for assignment, (due, attempts) in enumerate(zip(due_dates(), known.attempts, strict=True))
        for planned, recorded in zip(
            plan.attempts(STUDENTS, assignment, due, demo_term.SEED), attempts, strict=True
        )
    ]
    causes = [
        (file, set(ReportFacts.of(from_json(Report, known.reports[assignment][number])).causes))
        for assignment, file, number in dict.fromkeys(submitted)
    ]
    told = [{each.fault for each in file.mistakes} - UNTOLD <= found for file, found in causes]

    assert not [file for file, found in causes if _is_right(file) and found]
    assert sum(told) / len(told) > 0.9


def _is_right(file: PlannedFile) -> bool:
    return file.kind not in {FileKind.STARTER, FileKind.UNREADABLE} and not file.mistakes
