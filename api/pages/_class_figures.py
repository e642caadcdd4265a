"""The figures of one assignment, one function a figure, by the names that stand in addresses."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property

import suites
from api.i18n import day, gettext as _, number, pgettext
from api.pages._counted_people import next_title, people_query, people_title
from api.pages._figure import Figure, FigureCell, level
from api.pages._selection import have_it
from api.words import finding as finding_words
from api.words.moment import zone_named
from api.words.suite import suite_title, verdict
from grader.finding import Certainty
from grader.report import Verdict
from submissions.courses.assignments.own_graph import is_own, place_of
from submissions.courses.assignments.own_graphs import own_titles
from submissions.courses.assignments.points import current_version
from submissions.teaching.figures.causes import CauseFigure
from submissions.teaching.figures.class_figures import ClassFigures
from submissions.teaching.figures.counted_people import NO_KNOWN_CAUSE, Counted, Question
from submissions.teaching.figures.over_time import TimeBucket
from submissions.teaching.figures.points import PointsBucket
from submissions.teaching.figures.standouts import Standouts
from submissions.teaching.figures.suites import FEWEST

_STUDENTS = 40
"""Rows of the heat map of students."""
_CAUSES, _TARGETS = 15, 8
"""Rows and columns of the map of what comes after what."""
_NEXT = 3
"""Causes that are named as the next ones."""
_COLOURS = {
    Verdict.PASSED: 0, Verdict.FAILED: 5, Verdict.MISSING: 3, Verdict.NOT_RUN: 1, Verdict.NOT_APPLICABLE: 0,
}  # fmt: skip


class Looked(ClassFigures, dict=True):
    """The facts that a figure is made of."""

    zone: str
    query: str
    """The filter, as the beginning of an address' query."""

    @cached_property
    def looked_at_first(self) -> Standouts:
        """The attempts that two figures list."""
        return self.standouts(_STUDENTS)

    @property
    def home(self) -> str:
        """The address of the dashboard."""
        return f"/teach/assignments/{self.assignment.id}/dashboard"

    def people(self, count: int, question: Question, level: int | None = None) -> FigureCell:
        """A number that leads to the people whom it counts."""
        title = people_title(question, self.selection, self.suite(question.suite))
        return FigureCell(count, f"{self.home}?{self.query}{people_query(question)}", title, level)

    def suite(self, slug: str) -> str:
        """The title of a suite, which teachers may have written themselves."""
        return suite_title(slug, self._own_titles if is_own(slug) else {})

    @cached_property
    def _own_titles(self) -> dict[str, str]:
        """The titles of the graphs of the current version, by slug."""
        return own_titles(current_version(self.session, self.assignment))


def point_distribution(of: Looked) -> Figure:
    """Return how many attempts have how many points; no rows if there is no attempt."""
    buckets = of.points if any(each.attempts for each in of.points) else ()
    rows = [
        [
            FigureCell(
                f"{each.from_percent}–{each.to_percent}%"
                if each.from_percent != each.to_percent
                else f"{each.to_percent}%"
            ),
            of.people(each.attempts, _of_bucket(each)),
        ]
        for each in buckets
    ]
    return Figure(
        "points",
        _("How many points do they have?"),
        _(
            "Points in percent of the assignment's points. Late penalties are included, grade overrides are "
            "not. The last row is 100 percent and more, because bonus suites come on top."
        ),
        [_("Points"), _("Attempts")],
        rows,
        _("No attempt is graded yet."),
        "points",
        is_series=True,
        totalled=[1],
    )


def _of_bucket(bucket: PointsBucket) -> Question:
    """Return the question for the people whom a bucket of points counts; the last has no end."""
    has_end = bucket.from_percent != bucket.to_percent
    most = bucket.to_percent if has_end else None
    return Question(counted=Counted.POINTS, least=bucket.from_percent, most=most)


def causes(of: Looked) -> Figure:
    """Return for each cause how many students have it now, and how many ever had it."""
    return Figure(
        "causes",
        _("What do they misunderstand?"),
        _(
            "Students with each cause in the selected attempt (now is the latest) and in any graded "
            "attempt of the selected time (ever). Proven: we changed only this in their code, and the "
            "failing graphs passed. Likely: our evidence fits. A student with both counts as proven. Points "
            "lost: what the selected attempts with the cause lack before late penalties, added up over the "
            "students. The causes of one attempt share what it lacks."
        ),
        [
            _("Cause"),
            have_it(of.selection.which),
            _("Of these, proven"),
            _("Of these, likely"),
            _("Ever, proven"),
            _("Ever, likely"),
            _("Points lost"),
        ],
        [_cause_row(of, each) for each in of.causes],
        _("No cause of a failure was found."),
        "causes",
        is_wide=True,
        totalled=range(1, 7),
    )


def _cause_row(of: Looked, figure: CauseFigure) -> list[FigureCell]:
    title = finding_words.cause(figure.cause)
    label = _("{have_it}: {cause}", have_it=have_it(of.selection.which), cause=title)
    url = f"{of.home}?{of.query}cause={figure.cause}#students"
    counts = (
        (figure.now_proven, Counted.HAVE, Certainty.PROVEN),
        (figure.now_likely, Counted.HAVE, Certainty.LIKELY),
        (figure.ever_proven, Counted.EVER, Certainty.PROVEN),
        (figure.ever_likely, Counted.EVER, Certainty.LIKELY),
    )
    return [
        FigureCell(title, url),
        FigureCell(figure.now, url if figure.now else "", label),
        *(
            of.people(count, Question(counted=counted, cause=figure.cause, certainty=certainty))
            for count, counted, certainty in counts
        ),
        FigureCell(None if figure.points_lost is None else round(figure.points_lost, 2)),
    ]


def time(of: Looked) -> Figure:
    """Return how many submissions came in each stretch of time."""
    found = of.time
    zone = zone_named(of.zone)
    due: datetime | None = of.assignment.due_at
    return Figure(
        "time",
        _("When do they submit?"),
        _(
            "All graded attempts of the selected time, whichever attempt is selected, by the time at which "
            "they were submitted, in the time zone of the course. Late: after the student's own due date."
        ),
        [_("From"), _("In time"), _("Late")],
        [
            [
                FigureCell(_written(each.start.astimezone(zone))),
                FigureCell(each.attempts - each.late),
                FigureCell(each.late),
            ]
            for each in found
        ],
        _("No attempt is graded yet."),
        "time",
        {
            "labels": [day(each.start, zone) for each in found],
            "due": _("Due {when}", when=day(due, zone)) if due else "",
            "mark": _place(due, found),
        },
        is_series=True,
        totalled=[1, 2],
    )


def _place(due: datetime | None, found: Sequence[TimeBucket]) -> float | None:
    """The place of a due date among the columns; None where it is before or after all of them."""
    if due is None or not found:
        return None
    place = (due - found[0].start) / timedelta(hours=found[0].hours)
    return place if 0 <= place <= len(found) else None


def _written(local: datetime) -> str:
    """A time in the zone of a course; with the offset in the hour that comes twice as clocks go back."""
    is_twice = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    return f"{local:%Y-%m-%d %H:%M %z}" if is_twice else f"{local:%Y-%m-%d %H:%M}"


def how_long(of: Looked) -> Figure:
    """Return how many attempts and hours students need until they overcome each cause."""
    rows = []
    for each in of.overcoming:
        after = [f"{_next(cause)} ({number(count)})" for cause, count in each.next_causes[:_NEXT]]
        rows.append(
            [
                FigureCell(finding_words.cause(each.cause)),
                of.people(each.students, Question(counted=Counted.EVER, cause=each.cause)),
                of.people(each.overcame, Question(counted=Counted.OVERCAME, cause=each.cause)),
                FigureCell(each.attempts),
                FigureCell(each.hours),
                FigureCell(", ".join(after)),
            ]
        )
    return Figure(
        "overcoming",
        _("How long do they need for each cause?"),
        _(
            "From the first attempt with a cause to the first without it: median attempts, median hours "
            "(counted in whole minutes), and the cause that is shown first in that attempt. All graded "
            "attempts are counted, whichever time and attempt are selected."
        ),
        [
            _("Cause"),
            _("Ever had it"),
            _("Overcame it"),
            _("Attempts until overcome"),
            _("Hours until overcome"),
            _("What came next"),
        ],
        rows,
        _("No cause of a failure was found."),
        "overcoming",
        totalled=[1, 2],
    )


def difficulty(of: Looked) -> Figure:
    """Return how many attempts pass each suite, and how well it tells strong from weak ones."""
    rows = [
        [
            FigureCell(of.suite(each.suite)),
            of.people(each.attempts, Question(counted=Counted.SUITE_APPLIED, suite=each.suite)),
            of.people(each.unwritten, Question(counted=Counted.SUITE_UNWRITTEN, suite=each.suite)),
            of.people(each.passed, Question(counted=Counted.SUITE_PASSED, suite=each.suite)),
            FigureCell(None if each.share is None else round(100 * each.share, 1)),
            FigureCell(None if each.discrimination is None else round(each.discrimination, 2)),
        ]
        for each in of.suites
    ]
    return Figure(
        "suites",
        _("Which suites are hard, and which tell students apart?"),
        _(
            "Passed: the share of attempts that pass the suite, of those for which it is applicable and "
            "implemented. Hard suites have a low share. Discrimination: the correlation of passing the suite "
            "with the points of the attempt, from -1 to 1. Near 0, the suite says little about a student. "
            "There is none below {n} attempts, or if all pass, none pass, or all have the same points.",
            n=FEWEST,
        ),
        [
            _("Suite"),
            _("Attempts"),
            _("Not implemented"),
            pgettext("attempts", "Passed"),
            _("Passed, percent"),
            _("Discrimination"),
        ],
        rows,
        _("No attempt is graded yet."),
        "suites",
    )


def partly_asked(of: Looked) -> Figure:
    """Return the attempts of which not all of the assignment was asked."""
    rows = [
        [
            FigureCell(each.name, f"/teach/assignments/{of.assignment.id}/people/{each.person_id}"),
            FigureCell(
                round(float(each.asked), 1),
                f"/submissions/{each.submission_id}",
                _("View submission: {name}", name=each.name),
            ),
            FigureCell(round(float(each.percent), 1)),
        ]
        for each in of.looked_at_first.partly_asked
    ]
    return Figure(
        "asked",
        _("Who was not graded on everything?"),
        _(
            "The {n} attempts with the smallest applicable share of the assignment, where that is not all of "
            "it. A part is not applicable where a class is written in a way that we cannot ask about. The "
            "points are for the other parts alone, so look at a small share before you trust the points.",
            n=_STUDENTS,
        ),
        [_("Student"), _("Applicable, percent"), _("Points, percent")],
        rows,
        _("Every attempt was graded on the whole assignment."),
    )


def students(of: Looked) -> Figure:
    """Return which suites each of the weakest attempts passes."""
    found = of.looked_at_first.weakest
    verdicts = {slug for each in found for slug in each.verdicts}
    asked = [
        *(slug for slug in suites.all_suites() if slug in verdicts),
        *sorted(filter(is_own, verdicts), key=place_of),
    ]
    rows = [
        [
            FigureCell(each.name, f"/teach/assignments/{of.assignment.id}/people/{each.person_id}"),
            FigureCell(round(each.percent, 1)),
            *(
                FigureCell(
                    verdict(Verdict(each.verdicts[slug])) if slug in each.verdicts else "",
                    f"/submissions/{each.submission_id}",
                    level=_COLOURS[Verdict(each.verdicts[slug])] if slug in each.verdicts else 0,
                )
                for slug in asked
            ),
        ]
        for each in found
    ]
    return Figure(
        "students",
        _("Who fails which suites?"),
        _("The {n} attempts with the fewest points, grouped by equal verdicts.", n=_STUDENTS),
        [_("Student"), _("Points, percent"), *map(of.suite, asked)],
        rows,
        _("No attempt is graded yet."),
        is_map=True,
    )


def _next(cause: str) -> str:
    """Name what comes after a cause, alone or above a column."""
    return next_title(cause or NO_KNOWN_CAUSE)


def _overcame(cause: str, target: str, count: int, most: int) -> tuple[int, Question, int]:
    """Return how many came from a cause to the next, who they are, and the colour of the cell."""
    question = Question(counted=Counted.OVERCAME, cause=cause, then=target or NO_KNOWN_CAUSE)
    return count, question, level(count, most)


def cause_to_cause(of: Looked) -> Figure:
    """Return the figure of what came after each cause."""
    found = of.overcoming
    after = {each.cause: dict(each.next_causes) for each in found if each.next_causes}
    met = Counter[str]()
    for each in after.values():
        met.update(each)
    targets = [cause for cause, _count in met.most_common(_TARGETS)]
    most = max((count for each in after.values() for count in each.values()), default=0)
    rows = [
        [
            FigureCell(finding_words.cause(cause)),
            *(of.people(*_overcame(cause, target, each.get(target, 0), most)) for target in targets),
        ]
        for cause, each in list(after.items())[:_CAUSES]
    ]
    return Figure(
        "next",
        _("What comes after each cause?"),
        _(
            "Students who overcame the cause of the row, by the cause that is shown first in their first "
            "attempt without it, whichever time and attempt are selected. Only the most frequent ones are "
            "shown."
        ),
        [_("Cause"), *map(_next, targets)],
        rows,
        _("Nobody has overcome a cause yet."),
        is_map=True,
        totalled=range(1, len(targets) + 1),
    )


FIGURES: Mapping[str, Callable[[Looked], Figure]] = {
    "causes": causes,
    "points": point_distribution,
    "time": time,
    "overcoming": how_long,
    "suites": difficulty,
    "asked": partly_asked,
    "next": cause_to_cause,
    "students": students,
}
"""The figures by name, in the order of the page."""
