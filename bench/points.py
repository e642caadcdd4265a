"""Points, problems, gradients, findings and explanations of every file of the corpus, as one digest of each.

Two checkouts that print the same lines grade alike. `python -m bench points --write=FILE` keeps everything
that was compared, and `--against=FILE`, in another checkout, lists the files whose reports differ.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench._corpus import whole_corpus
from bench.mutants import Mutant, chosen, references
from grader.assignment import assignment
from grader.grade import grade
from grader.records import to_data
from grader.report import Report
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from tests import redteam_files

_WORKERS = 2
_MUTANTS = 200
"""For a report, whatever else the machine does: a report that was cut short is another one."""

_Parts = Mapping[str, Any]


def main(options: Sequence[str] = ()) -> None:
    """Print the digests, and what differs from another run's."""
    named = dict(option.removeprefix("--").split("=", 1) for option in options)
    with get_context("spawn").Pool(_WORKERS, _begin) as pool:
        reports = dict(pool.imap_unordered(_graded, _sources()))
    if path := named.get("write"):
        Path(path).write_text(json.dumps(reports, indent=1, sort_keys=True), encoding="utf-8")
    for part in ("points", "problems", "gradients", "findings", "explanations"):
        text = json.dumps({name: reports[name][part] for name in sorted(reports)}, sort_keys=True)
        print(f"  {part:<12} {sha256(text.encode()).hexdigest()[:16]}  of {len(reports)} files")
    if path := named.get("against"):
        _compare(json.loads(Path(path).read_text(encoding="utf-8")), reports)


def _compare(before: Mapping[str, _Parts], after: Mapping[str, _Parts]) -> None:
    names = sorted(before.keys() | after.keys())
    different = [(name, _different(before.get(name, {}), after.get(name, {}))) for name in names]
    changed = [(name, parts) for name, parts in different if parts]
    for name, parts in changed:
        print(f"    {name}: {', '.join(parts)}")
    print(f"  {len(changed)} of {len(names)} files differ")


def _different(before: _Parts, after: _Parts) -> list[str]:
    return sorted(part for part in before.keys() | after.keys() if before.get(part) != after.get(part))


def _sources() -> Iterator[tuple[str, Source]]:
    """Every file that comes to an end by itself, with its name."""
    yield from whole_corpus()
    for reference in references():
        yield f"mutants/{reference.name}", reference.source
    for mutant in _mutants():
        yield f"mutants/{mutant.id}", Source(f"{mutant.reference}.py", mutant.content)
    for name in sorted(redteam_files.files("cheats")):
        yield f"cheats/{name}", Source(f"{name}.py", redteam_files.cheating(name).encode())


def _mutants() -> list[Mutant]:
    """Some, drawn evenly."""
    made = [mutant for reference in references() for mutant in chosen(reference)]
    return sorted(made, key=lambda mutant: sha256(mutant.id.encode()).digest())[:_MUTANTS]


_sandboxes: list[Embedded] = []
"""One a worker."""


def _begin() -> None:
    _sandboxes.append(Embedded())


def _graded(named: tuple[str, Source]) -> tuple[str, _Parts]:
    name, source = named
    return name, _parts(grade(source, assignment("full"), _sandboxes[0]))


def _parts(report: Report) -> _Parts:
    """What must stay as it is, and apart from it what explains it."""
    plain = to_data(report)
    diagnosis = plain["diagnosis"] or {}
    findings = diagnosis.pop("findings", [])
    explanations = [finding.pop("explained") for finding in findings]
    return {
        "points": [plain["score"], plain["suites"]],
        "problems": [plain[field] for field in ("problem", "error", "found", "notes", "absent")],
        "gradients": plain["gradients"],
        "findings": [diagnosis, findings],
        "explanations": explanations,
    }
