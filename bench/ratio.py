"""A failing file with its diagnosis, against its own plain check; in turn, one after the other.

Bar: at most 3 times, in the median. Files in which a graph runs out of time are listed apart: there the
plain check waits as well.
"""

import time
from collections.abc import Iterator
from hashlib import sha256
from statistics import median, quantiles

from bench._corpus import wrong
from bench.mutants import chosen, references
from grader.assignment import assignment
from grader.grade import grade
from grader.report import Report, Verdict
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from grader.sandbox_children import FATAL

_MUTANTS = 120
_BAR = 3.0
_PAUSE = 0.02
"""Between two checks, as between two students: the next child is forked in it."""


def main() -> None:
    """Print the median ratio of wrong files of the corpus and of mutants, and that of files that hang."""
    sandbox = Embedded()
    grade(wrong()[0], assignment("full"), sandbox)
    for name, sources in (("corpus", wrong()), ("mutants", list(_mutants()))):
        found = [pair for source in sources if (pair := _pair(source, sandbox))]
        _print(name, [(plain, full) for plain, full, hangs in found if not hangs])
        _print(f"{name}, out of time", [(plain, full) for plain, full, hangs in found if hangs])
    sandbox.close()


def _mutants() -> Iterator[Source]:
    """Some, drawn evenly."""
    made = [mutant for reference in references() if not reference.held_out for mutant in chosen(reference)]
    made.sort(key=lambda mutant: sha256(mutant.id.encode()).digest())
    for mutant in made[:_MUTANTS]:
        yield Source(f"{mutant.reference}.py", mutant.content)


def _pair(source: Source, sandbox: Embedded) -> tuple[float, float, bool] | None:
    """Seconds without and with the diagnosis, and whether a graph ran out of time; None if nothing failed."""
    started = time.perf_counter()
    report = grade(source, assignment("full"), sandbox, diagnose=False)
    plain = time.perf_counter() - started
    if not any(suite.verdict is Verdict.FAILED for suite in report.suites):
        return None
    time.sleep(_PAUSE)
    started = time.perf_counter()
    grade(source, assignment("full"), sandbox)
    full = time.perf_counter() - started
    time.sleep(_PAUSE)
    return plain, full, _hangs(report)


def _hangs(report: Report) -> bool:
    graphs = (graph for suite in report.suites for graph in suite.graphs)
    return any(graph.problem is not None and graph.problem.kind in FATAL for graph in graphs)


def _print(name: str, pairs: list[tuple[float, float]]) -> None:
    if not pairs:
        return
    ratios = [full / plain for plain, full in pairs]
    plain, full = (median(column) * 1e3 for column in zip(*pairs, strict=True))
    most = quantiles(ratios, n=20)[-1] if len(ratios) > 1 else ratios[0]
    print(
        f"  {name}: check with diagnosis / check = {median(ratios):.2f}   ({full:.0f} ms / {plain:.0f} ms, "
        f"{len(pairs)} pairs; 95 % below {most:.1f}; bar {_BAR:g})"
    )
