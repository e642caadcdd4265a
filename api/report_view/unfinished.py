"""A class that is half done, as its reader sees it: the parts that are written, and what to write next."""

from collections.abc import Iterator, Mapping
from itertools import chain

from api.i18n import gettext as _
from api.report_view.one_line import one_line
from api.words import unfinished as words
from api.words.place import class_in_list
from grader.finding import Where
from grader.records import Frozen
from grader.report import Report, ToWrite, Unfinished, Verdict
from grader.unfinished import CORE, RULE, names_of
from submissions.courses.assignments.suite_points import SuitePoints

_MOST_STEPS = 5
"""Further parts are named in a line."""


class StepView(Frozen):
    """One part to write, and where."""

    text: str
    where: Where | None
    remark: str
    """A remark that stands beside its line."""


class UnfinishedView(Frozen):
    """The parts that a class has, and those to write next."""

    title: str
    standing: tuple[str, ...]
    """A sentence on the parts that are right, and one on those that we could not try."""
    heading: str
    steps: tuple[StepView, ...]
    then: str
    """The parts after these, in a line; empty where there is none."""
    tried: str

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the view as lines of text, below the title."""
        steps = (f"{number}. {step.text}" for number, step in enumerate(self.steps, 1))
        return tuple(filter(None, (*self.standing, self.heading, *steps, self.then, self.tried)))


def unfinished_view(
    report: Report,
    worth: Mapping[str, SuitePoints],
    *,
    nothing_wrong: bool,
    finding_numbers: Mapping[tuple[int | None, int | None], int],
) -> UnfinishedView | None:
    """Return what is not finished; `finding_numbers` has those of missing methods, by line and cell.

    None where that is not what to look at first: of a class with a mistake that has all that every class
    begins with, the mistake is.
    """
    unfinished = report.unfinished
    if unfinished is None or report.passed or not (nothing_wrong or _lacks_core(unfinished)):
        return None
    asked_for = tuple(_asked_for(report, unfinished))
    if not asked_for:
        return None
    steps, rest = _split(asked_for)
    by_operators = _is_written_by_operators(report)
    lost = sum(suite.possible - suite.earned for suite in worth.values() if not suite.is_bonus)
    return UnfinishedView(
        title=_("Not finished yet"),
        standing=tuple(_standing(report, unfinished)),
        heading=words.heading(round(lost, 2) if nothing_wrong else 0),
        steps=tuple(
            _step(
                words.step(entry, finding_numbers.get((entry.line, entry.cell)), by_operators=by_operators),
                entry,
                is_next=entry is steps[0],
            )
            for entry in steps
        ),
        then=one_line(words.then(rest)) if rest else "",
        tried=_tried(report, nothing_wrong=nothing_wrong),
    )


def _lacks_core(unfinished: Unfinished) -> bool:
    return any(entry.operation in CORE for entry in unfinished.to_write)


def _asked_for(report: Report, unfinished: Unfinished) -> Iterator[ToWrite]:
    """The parts to write, without those that nothing asks for: these cost no points, and a note says so."""
    not_asked = {suite.slug for suite in report.suites if suite.verdict is Verdict.NOT_APPLICABLE}
    yield from (
        each for each in unfinished.to_write if not each.suites or not not_asked.issuperset(each.suites)
    )


def _split(entries: tuple[ToWrite, ...]) -> tuple[list[ToWrite], list[ToWrite]]:
    """Split the entries: those with a line each, and the rest."""
    core = [entry for entry in entries if entry.operation in CORE]
    most = max(_MOST_STEPS, len(core))
    return list(entries[:most]), list(entries[most:])


def _is_written_by_operators(report: Report) -> bool:
    """Whether the class is not one whose sums or products are functions, or methods of another name."""
    other_ways = {note.operation for note in report.notes if note.kind in ("function", "method")}
    return other_ways.isdisjoint({"+", "*"})


def _step(text: str, entry: ToWrite, *, is_next: bool) -> StepView:
    where = Where(line=entry.line, cell=entry.cell) if entry.line is not None else None
    remark = words.at_line(is_next=is_next, is_hidden=bool(entry.inside))
    return StepView(one_line(text), where, remark)


def _standing(report: Report, unfinished: Unfinished) -> Iterator[str]:
    """Sentences on what is written: parts of every class, and methods of this one that no right graph ran."""
    untried = {method.name: class_in_list(method) for method in report.untried or ()}
    # A method that no right graph ran may be wrong, so it is not called right.
    right = [part for part in unfinished.right if not untried.keys() & set(names_of(part))]
    to_write = [entry.operation.removeprefix(RULE) for entry in unfinished.to_write]
    known = set(chain.from_iterable(map(names_of, (*unfinished.untried, *to_write))))
    others = [method for name, method in untried.items() if name not in known]
    if right:
        yield words.right(right)
    if unfinished.untried or others:
        yield words.untried([*map(words.part, unfinished.untried), *map(one_line, others)])


def _tried(report: Report, *, nothing_wrong: bool) -> str:
    if report.problem:
        return ""
    verdicts = [graph.verdict for graph in report.graphs]
    passed, failed = verdicts.count(Verdict.PASSED), verdicts.count(Verdict.FAILED)
    if not nothing_wrong and not failed:
        return ""  # a graph that is not graded is wrong
    return words.tried(passed, passed if nothing_wrong else passed + failed)
