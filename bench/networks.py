"""Networks: right files with full points, and slips that are named.

    python -m bench networks [--kept-aside]

Slips are those of `tests/corpus/network/slips.toml`, and those made at each place of a right file's tree.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing

from grader.assignment import assignment
from grader.finding import Certainty
from grader.grade import grade
from grader.report import Report
from grader.sandbox.embedded import Embedded
from tests.network_files import NetworkFile, right, unfinished, wrong
from tests.network_mutants import mutants

_ASSIGNMENT = assignment("network")


def main(arguments: Sequence[str] = ()) -> None:
    """Print the figures; of files kept aside only where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench networks", description=__doc__)
    parser.add_argument("--kept-aside", action="store_true", help="files at which nobody looked")
    origin = "kept_aside" if parser.parse_args(arguments).kept_aside else "looked_at"
    with closing(Embedded()) as sandbox:
        _print_right(list(_graded(right(), origin, sandbox)))
        accused = [file.id for file, report in _graded(unfinished(), origin, sandbox) if _causes(report)]
        print(f"  unfinished files accused: {len(accused)} {accused or ''}")
        _print_named("slips", list(_graded(wrong(), origin, sandbox)))
        made = [each.made() for file in right() for each in mutants(file)]
        _print_named("slips made in the tree", list(_graded(made, origin, sandbox)))


def _graded(
    files: Iterable[NetworkFile], origin: str, sandbox: Embedded
) -> Iterator[tuple[NetworkFile, Report]]:
    for file in files:
        if file.origin == origin:
            yield file, grade(file.submission, _ASSIGNMENT, sandbox)


def _print_right(graded: Sequence[tuple[NetworkFile, Report]]) -> None:
    full = [report for _, report in graded if report.score.earned == report.score.possible]
    accused = [file.id for file, report in graded if _causes(report)]
    print(f"  right files with full points: {len(full)}/{len(graded)}; accused: {len(accused)}")
    for file, report in graded:
        unseen = [suite.slug for suite in report.suites if not suite.possible]
        if report not in full or unseen:
            points = f"{report.score.earned}/{report.score.possible}"
            print(f"    {file.style}: {points}, not asked: {', '.join(unseen) or 'nothing'}")


def _print_named(kind: str, graded: Sequence[tuple[NetworkFile, Report]]) -> None:
    failed = [(file, report) for file, report in graded if report.score.earned < report.score.possible]
    named = [pair for pair in failed if _causes(pair[1]) == [pair[0].fault]]
    proven = [pair for pair in named if _certainty(pair[1]) is Certainty.PROVEN]
    falsely = [pair for pair in failed if pair not in named and _certainty(pair[1]) is Certainty.PROVEN]
    print(f"  {kind}: {len(graded)}, of which {len(failed)} lose points")
    print(f"    named alone and right: {len(named)}/{len(failed)}, of these proven: {len(proven)}")
    print(f"    proven and wrong: {len(falsely)}")
    for file, report in graded:
        if (file, report) not in named:
            print(f"    {file.id}: {', '.join(_causes(report)) or 'nothing'}")


def _causes(report: Report) -> list[str]:
    return [finding.fault for finding in report.diagnosis.findings] if report.diagnosis else []


def _certainty(report: Report) -> Certainty | None:
    found = report.diagnosis.findings if report.diagnosis else ()
    return found[0].certainty if found else None
