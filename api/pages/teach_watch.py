"""The watch list of a course: who may need help, and why."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from api.i18n import gettext as _
from api.pages._fields import Asked, Typed
from api.pages._reader import FormReader
from api.pages._table_links import PageNumber, TableLinks, with_counts
from api.pages._visit import Visit
from api.web.see_other import see_other
from api.words.unusable import unusable
from api.words.watch import KINDS, LABELS, reason
from grader.records import Frozen
from submissions.courses.courses import courses
from submissions.people.access.policy import Action
from submissions.storage.rows import ListPage, cut
from submissions.tables import Assignment
from submissions.teaching.watch import watch_thresholds
from submissions.teaching.watch.watch_list import WatchColumn, WatchEntry, WatchOrder, WatchReason, watch_list
from submissions.teaching.watch.watch_thresholds import BOUNDS, Thresholds

router = APIRouter()

_ON_A_PAGE = 50


class AskedWatchList(Frozen):
    """The parameters of the page."""

    why: Asked = ""
    about: Asked = ""
    sort: WatchColumn = WatchColumn.URGENCY
    down: bool = False
    page: PageNumber = 1

    @property
    def order(self) -> WatchOrder:
        """The order of the table."""
        return WatchOrder(self.sort, self.down)

    @property
    def wanted(self) -> dict[str, str]:
        """The parameters as the address says them."""
        down = "1" if self.down else ""
        return {"why": self.why, "about": self.about, "sort": self.sort, "down": down}


class WatchRow(Frozen):
    """A student in the table."""

    entry: WatchEntry
    reasons: tuple[tuple[WatchReason, str], ...]


@router.get("/teach/courses/{course_id:uuid}/watch")
def watch(visit: Visit, course_id: UUID, asked: Annotated[AskedWatchList, Depends()]) -> Response:
    """Show the whole watch list, or only one reason or one assignment."""
    return _page(visit, course_id, asked)


@router.post("/teach/courses/{course_id:uuid}/watch")
def set_thresholds(visit: Visit, course_id: UUID, typed: Typed) -> Response:
    """Set the thresholds; or show the page again with what was typed."""
    reader = FormReader(typed, "UTC")
    usual = Thresholds()
    wanted = Thresholds(**{name: reader.whole(name, getattr(usual, name)) for name in BOUNDS})
    problems = reader.problems or watch_thresholds.problems(wanted)
    with visit.database.begin() as session:
        courses.get(session, visit.caller, course_id, Action.EDIT_ASSIGNMENT)
        if not problems:
            watch_thresholds.change(session, visit.caller, course_id, wanted, now=visit.now())
    if problems:
        errors = {problem.field: unusable(problem) for problem in problems}
        return _page(visit, course_id, AskedWatchList(), typed=typed, errors=errors)
    return see_other(f"/teach/courses/{course_id}/watch")


def _page(
    visit: Visit,
    course_id: UUID,
    asked: AskedWatchList,
    *,
    typed: Mapping[str, str] | None = None,
    errors: Mapping[str, str] | None = None,
) -> Response:
    now = visit.now()
    with visit.in_course(course_id, Action.SEE_SUBMISSIONS) as (session, view):
        everybody = watch_list(session, visit.caller, course_id, now=now)
        limits = watch_thresholds.thresholds(session, visit.caller, course_id)
    fitting = [each for each in everybody if _fits(each, asked.why, asked.about)]
    found = [each for each in fitting if not each.only_never_started]
    links = TableLinks(asked.wanted)
    return view.page(
        "teach_watch.html",
        wrong=errors,
        table=_table(asked.order.sorted(found), asked.page, now),
        total=len({each.person_id for each in found}),
        absent=_absent(fitting),
        wanted=asked.wanted,
        order=asked.order,
        link=links.with_values,
        sort_link=links.sorted_by,
        # Counts are of all entries, so that one filter does not change what the other offers.
        kinds=_kinds(everybody, asked.why),
        assignments=_assignments(everybody, asked.about),
        labels=[(name, _(label)) for name, label in LABELS.items()],
        values=typed or {name: str(getattr(limits, name)) for name in BOUNDS},
        errors=errors or {},
    )


def _kinds(entries: Iterable[WatchEntry], chosen: str) -> list[tuple[str, str]]:
    counts = Counter(kind for each in entries for kind in {seen.kind.value for seen in each.reasons})
    return with_counts(((kind.value, _(text)) for kind, text in KINDS.items()), counts, chosen)


def _assignments(entries: Iterable[WatchEntry], chosen: str) -> list[tuple[str, str]]:
    counts = Counter((str(each.assignment.id), each.assignment.title) for each in entries)
    choices = sorted(counts, key=itemgetter(1))
    return with_counts(choices, {value: n for (value, _), n in counts.items()}, chosen)


def _table(found: Sequence[WatchEntry], page: int, now: datetime) -> ListPage[WatchRow]:
    page, pages, part = cut(len(found), page, _ON_A_PAGE)
    rows = [
        WatchRow(each, tuple((seen.kind, reason(seen, now)) for seen in each.reasons)) for each in found[part]
    ]
    return ListPage(rows, len(found), page, pages)


def _absent(fitting: Iterable[WatchEntry]) -> list[tuple[Assignment, list[WatchEntry]]]:
    """Return who submitted nothing yet, by assignment: a list of its own, so it hides nobody who is stuck."""
    found: dict[UUID, tuple[Assignment, list[WatchEntry]]] = {}
    for each in fitting:
        if each.only_never_started:
            found.setdefault(each.assignment.id, (each.assignment, []))[1].append(each)
    return list(found.values())


def _fits(entry: WatchEntry, why: str, about: str) -> bool:
    if about and str(entry.assignment.id) != about:
        return False
    return not why or any(seen.kind == why for seen in entry.reasons)
