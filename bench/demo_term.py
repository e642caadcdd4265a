"""Whether the results of the demo term that is shipped are those of today's engine: a sample is graded again.

`--write` makes the term with all results again, `--all` grades each file again and writes nothing. The
styles, mistakes and habits of its students are in `bench/term`.
"""

import json
import lzma
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from random import Random
from typing import Any

from bench.term import plan
from bench.term.course import course, due_dates, selections
from bench.term.files import PlannedFile
from bench.term.names import ASSISTANTS, FAMILY_NAMES, GIVEN_NAMES, INSTRUCTOR
from grader.sandbox.embedded import Embedded
from grader.sandbox.limits import Limits
from grader.sandbox.several import Several
from submissions.grading.work.task import Grader
from submissions.operating.term.make import AssignedFile, Examiner
from submissions.operating.term.recording import PLACE, RecordedFile, TermRecording, recording

STUDENTS, SEED = 60, 1
_SAMPLE = 4
"""Files of each assignment."""
_EACH = 50
_PATIENCE = 10
"""Times the usual limits of the clock: a report that was cut short on a busy machine is another one."""
_OF_THE_MACHINE = ("sandbox", "made_by")
"""Fields of a report that differ from machine to machine, or with the version."""


def main(options: Sequence[str] = ()) -> None:
    """Print how many results differ, or write all of them."""
    if "--write" in options:
        _write()
        return
    known = recording()
    asked = assigned(known)
    chosen = asked if "--all" in options else sample(known, _SAMPLE)
    differing = different(known, chosen)
    for each, fields in differing:
        print(f"    assignment {each.assignment + 1}, file {each.file.number}: {', '.join(fields)}")
    size = PLACE.stat().st_size
    print(f"  {len(differing)} of {len(chosen)} results differ, of {len(asked)} in {size:,} bytes")


def assigned(known: TermRecording) -> list[AssignedFile]:
    """Every file, for each assignment for which it is submitted."""
    return [
        AssignedFile(number, known.files[file])
        for number, reports in enumerate(known.reports)
        for file in sorted(reports)
    ]


def sample(known: TermRecording, size: int) -> list[AssignedFile]:
    """Some files of each assignment, always the same."""
    rng = Random(SEED)
    return [
        AssignedFile(number, known.files[file])
        for number, reports in enumerate(known.reports)
        for file in rng.sample(sorted(reports), size)
    ]


def different(known: TermRecording, chosen: Sequence[AssignedFile]) -> list[tuple[AssignedFile, list[str]]]:
    """Those whose report is another one today, with the parts of it that are."""
    found = []
    for each, report in _graded(known.course, chosen):
        before, after = _plain(known.reports[each.assignment][each.file.number]), _plain(report)
        fields = [name for name in before.keys() | after.keys() if before.get(name) != after.get(name)]
        if fields:
            found.append((each, sorted(fields)))
    return found


def _write() -> None:
    content = recorded(plan.students(STUDENTS, SEED))
    asked = [
        AssignedFile(number, RecordedFile(file, *content["files"][file]))
        for number, attempts in enumerate(content["attempts"])
        for file in sorted({attempt[2] for attempt in attempts})
    ]
    reports: list[dict[int, str]] = [{} for _ in content["attempts"]]
    for each, report in _graded(content["course"], asked):
        reports[each.assignment][each.file.number] = report
    text = json.dumps({**content, "reports": reports}, ensure_ascii=False, separators=(",", ":"))
    PLACE.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"  {len(asked)} results in {PLACE.stat().st_size:,} bytes")


def recorded(everybody: Sequence[plan.PlannedStudent]) -> dict[str, Any]:
    """All of the term but its results."""
    numbers: dict[PlannedFile, int] = {}
    attempts = [
        [
            (
                each.student.number,
                round((each.at - due).total_seconds()),
                numbers.setdefault(each.file, len(numbers)),
                each.tries,
                each.rung,
            )
            for each in plan.attempts(everybody, number, due, SEED)
        ]
        for number, due in enumerate(due_dates())
    ]
    return {
        "course": course(),
        "instructor": INSTRUCTOR,
        "assistants": list(zip(ASSISTANTS, plan.SECTIONS, strict=True)),
        "given_names": GIVEN_NAMES,
        "family_names": FAMILY_NAMES,
        "students": [(each.section, each.active, each.author) for each in everybody],
        "pairs": [(first.number, second.number) for first, second in plan.pairs(everybody, SEED)],
        "files": [(each.name, each.text(), each.has_backward) for each in numbers],
        "attempts": attempts,
    }


def _graded(content: Mapping[str, Any], asked: Sequence[AssignedFile]) -> Iterator[tuple[AssignedFile, str]]:
    """Grade the files; yield each with its report as JSON."""
    threads = os.cpu_count() or 1
    usual = Limits()
    patient = usual._replace(step_wall=_PATIENCE * usual.step_wall, total=_PATIENCE * usual.total)
    with closing(Several([Embedded(patient) for _ in range(threads)])) as sandbox:
        examiner = Examiner(Grader.using(sandbox), threads, _progress)
        graded = examiner.graded(selections(content), asked)
    yield from ((each, report.json) for each, report in graded.items())


def _progress(done: int, total: int) -> None:
    if not done % _EACH:
        print(f"    {done} of {total}", flush=True)


def _plain(report: str) -> dict[str, Any]:
    return {name: each for name, each in json.loads(report).items() if name not in _OF_THE_MACHINE}
