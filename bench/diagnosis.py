"""The cause of each fault, named by the engine, against the labels of mutants of right classes.

    python -m bench diagnosis [--held-out | --all] [--unfamiliar | --strangers] [--only NAME ...]
                              [--pairs | --several] [--limit N] [--fault SLUG]
    python -m bench diagnosis --write
    python -m bench diagnosis --show ID

Without options: single faults in the references that the engine may be fitted to, and those themselves.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path

from bench._outcomes import Outcome, of_references, outcomes
from bench._tally import Tally, examples
from bench.mutants import (
    Mutant,
    Reference,
    chosen,
    find,
    pairs,
    reference,
    references,
    several,
    strangers,
    unfamiliar,
)
from grader.assignment import assignment
from grader.grade import grade
from grader.records import replace, to_json
from grader.report import Report
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source

_PAGE = Path(__file__).parent.parent / "docs" / "diagnosis.md"
_RUNS = {
    "Single faults": "--limit 1000",
    "Single faults in classes kept aside": "--held-out --limit 500",
    "Two faults at once": "--pairs --limit 300",
    "Unfamiliar classes, looked at": "--unfamiliar --limit 300",
    "Unfamiliar classes, kept aside": "--unfamiliar --held-out --limit 300",
    "Several slips of a person in unfamiliar classes, looked at": "--several",
    "Several slips of a person in unfamiliar classes, kept aside": "--several --held-out",
    "Unfamiliar classes of strangers, looked at": "--strangers --limit 120",
    "Unfamiliar classes of strangers, kept aside": "--strangers --held-out --limit 120",
    "Several slips of strangers, looked at": "--strangers --several",
    "Several slips of strangers, kept aside": "--strangers --several --held-out",
}
_PREFACE = (
    "# How well causes are named",
    "",
    "These figures are measured on mutants of correct classes in many styles. Each mutant has one fault",
    "with a known name and line. A fault is observable if random graphs detect it. A cause counts as",
    "correct if its fault and operation are right; if two faults cannot be distinguished, both must be",
    "named. A third of the classes is held out: we write rewrites by looking at the others. The held-out",
    "classes once showed that classes under an `if` were not read at all, and this is fixed. A wrong name",
    "that the report calls proven has a bar of its own, and that bar is 0.",
    "",
    "Unfamiliar classes are another group: written by form, in many natural languages, before anyone looked",
    "at how the engine does on them. Both halves have been looked at, the second one after a first run.",
    "Each has a file in which a person slipped two to five times. Its main fault is the one whose lone",
    "repair earns the most points. Those of strangers are a second volume: whole files, written as by",
    "students who know only the assignment, half of them with two to four slips.",
    "",
)
_LISTED = 40
"""How many lines of a kind are shown at most."""
_EVERY = 100
"""After so many mutants the progress is told."""


def main(options: Sequence[str] = ()) -> None:
    """Print figures, bars and confusions; or everything about one mutant."""
    wanted = _options(options)
    if wanted.show:
        _show(wanted.show)
    elif wanted.write:
        _PAGE.write_text(_page(), encoding="utf-8")
    else:
        _print(_measured(wanted)[0])


def _measured(wanted: argparse.Namespace) -> tuple[Tally, int]:
    """The outcomes of a run, and of how many right classes its mutants are."""
    group = _group(wanted)
    mutants = _drawn(group, wanted)
    found = chain(of_references(member.name for member in group), outcomes(mutants))
    told = list(_with_progress(found, len(group) + len(mutants)))
    return Tally(told, "several faults" if wanted.several else "two faults"), len(group)


def _group(wanted: argparse.Namespace) -> list[Reference]:
    """The references that mutants are made of.

    Raises `KeyError` if a name is of none.
    """
    unfamiliar_too = unfamiliar if wanted.unfamiliar or wanted.several else references
    every = strangers if wanted.strangers else unfamiliar_too
    named = [reference(name) for name in wanted.only] or every()
    return [each for each in named if wanted.all or each.held_out == wanted.held_out]


def _options(options: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench diagnosis", description=__doc__)
    parser.add_argument("--held-out", action="store_true", help="references the engine is not fitted to")
    parser.add_argument("--all", action="store_true", help="all references")
    parser.add_argument("--strangers", action="store_true", help="the second volume of unfamiliar classes")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="of these references only")
    parser.add_argument("--pairs", action="store_true", help="two faults at once")
    parser.add_argument("--unfamiliar", action="store_true", help="unfamiliar classes in place of the others")
    parser.add_argument("--several", action="store_true", help="their files with several slips of a person")
    parser.add_argument("--limit", type=int, metavar="N", help="so many mutants, drawn evenly")
    parser.add_argument("--fault", metavar="SLUG", help="mutants with this fault only")
    parser.add_argument("--show", metavar="ID", help="one mutant: its labels, its lines, what is found")
    parser.add_argument("--write", action="store_true", help="every run, written to docs/diagnosis.md")
    return parser.parse_args(list(options))


def _drawn(group: Iterable[Reference], wanted: argparse.Namespace) -> list[Mutant]:
    """The mutants that are asked for, in an order that does not change."""
    make = several if wanted.several else pairs if wanted.pairs else chosen
    made = [mutant for member in group for mutant in make(member)]
    if wanted.fault:
        made = [mutant for mutant in made if wanted.fault in {label.fault for label in mutant.labels}]
    made.sort(key=lambda mutant: sha256(mutant.id.encode()).digest())
    return made[: wanted.limit]


def _with_progress(found: Iterator[Outcome], total: int) -> Iterator[Outcome]:
    started = time.monotonic()
    for number, outcome in enumerate(found, 1):
        if number % _EVERY == 0:
            seconds = time.monotonic() - started
            print(f"  {number} of {total}, {seconds:.0f} s", file=sys.stderr, flush=True)
        yield outcome


def _print(tally: Tally) -> None:
    for line in chain(map(str, tally.bars()), tally.facts()):
        print(f"  {line}")
    _listed(
        "named wrong",
        (
            f"{len(each.ids):4}  {each.true} -> {each.named}{each.certainty}  ({examples(each.ids)})"
            for each in tally.confusions()
        ),
    )
    _listed("unknown", (f"{len(ids):4} of {of:3}  {a}  ({examples(ids)})" for a, of, ids in tally.unknown()))
    second = sorted(tally.second().items(), key=lambda item: -len(item[1]))
    _listed("first, but not the main one", (f"{len(ids):4}  {a}  ({examples(ids)})" for a, ids in second))
    _listed("not detected", tally.undetected())
    _listed("on another line", tally.misplaced())
    unproven = sorted(tally.unproven().items(), key=lambda item: -len(item[1]))
    _listed("not proven", (f"{len(ids):4}  {a}  ({examples(ids)})" for a, ids in unproven))


def _listed(title: str, lines: Iterable[str]) -> None:
    found = list(lines)
    if found:
        print(f"\n  {title}:", *(f"    {line}" for line in found[:_LISTED]), sep="\n")
    if len(found) > _LISTED:
        print(f"    and {len(found) - _LISTED} more")


def _page() -> str:
    """The figures of three runs as a page. It names their commands, and no day."""
    sections = [_section(title, options) for title, options in _RUNS.items()]
    return "\n".join([*_PREFACE, *(line for section in sections for line in section)])


def _section(title: str, options: str) -> list[str]:
    tally, classes = _measured(_options(options.split()))
    rows = [
        f"| {bar.name} | {bar.percent:.1f} % | {bar.found} of {bar.of} | {bar.wanted} |"
        for bar in tally.bars()
    ]
    wrong = [
        f"* `{each.true}` called `{each.named}`{each.certainty}: {len(each.ids)}"
        for each in tally.confusions()
    ]
    return [
        f"## {title}",
        "",
        f"Of {classes} right classes; `python -m bench diagnosis {options}`.",
        "",
        "| what | share | count | bar |",
        "| --- | --- | --- | --- |",
        *rows,
        "",
        *(f"* {fact}" for fact in tally.facts()),
        "",
        *(("Wrong names:", "", *wrong, "") if wrong else ()),
    ]


# --- one mutant ---------------------------------------------------------------------------------------


def _show(identity: str) -> None:
    """Print a mutant's difference to its reference, its labels and all that is found."""
    mutant = find(identity)
    right = reference(mutant.reference)
    print(mutant.diff(right.text))
    for label in mutant.labels:
        names = ", ".join(sorted(label.accepts))
        place = f"operation {label.operation}, operand {label.operand}, line {label.line}"
        print(f"\n  label: {names}\n    {place} of {sorted(label.lines)}")
    sandbox = Embedded()
    report = grade(Source(f"{mutant.reference}.py", mutant.content), assignment("full"), sandbox)
    sandbox.close()
    _print_report(report)


def _print_report(report: Report) -> None:
    score = report.score
    print(f"\n  {score.earned} of {score.possible} points, {score.missing} missing", report.problem or "")
    for suite in report.suites:
        for graph in suite.graphs:
            if graph.wrong or graph.problem:
                told = graph.wrong[0] if graph.wrong else graph.problem
                print(f"    {suite.slug}: {graph.graph[:60]!r}: {told}")
    print("\n  findings:", report.diagnosis.status if report.diagnosis else "none were asked for")
    for finding in report.diagnosis.findings if report.diagnosis else ():
        print(to_json(replace(finding, explained=None), indent=2))
