"""The question whom a number of a dashboard counts, as parameters of an address of a page or of REST."""

from typing import Annotated

from fastapi import Depends, Query

from grader.finding import Certainty
from grader.records import replace
from submissions.teaching.figures.counted_people import Counted, Question

_PERCENT = 100
_LONGEST = 100
_SLUG = "^[a-z0-9_]*$"
_NEXT = (
    "with `overcame`: only those whose first attempt without the fault shows this fault first; `passed` if "
    "everything was right in it, `unknown` if no cause is known"
)


def _details(
    fault: Annotated[
        str,
        Query(
            max_length=_LONGEST, pattern=_SLUG, description="with `have`, `ever` and `overcame`: the fault"
        ),
    ] = "",
    certainty: Annotated[
        Certainty | None, Query(description="with `have` and `ever`: only those with this certainty")
    ] = None,
    then: Annotated[str, Query(max_length=_LONGEST, pattern=_SLUG, description=_NEXT)] = "",
    suite: Annotated[
        str,
        Query(
            max_length=_LONGEST,
            pattern=_SLUG,
            description="with `suite-applied`, `suite-unwritten` and `suite-passed`: the suite",
        ),
    ] = "",
    least: Annotated[
        int, Query(ge=0, le=_PERCENT, description="with `points`: percent of the points, at least")
    ] = 0,
    most: Annotated[
        int | None, Query(ge=0, le=_PERCENT, description="with `points`: fewer percent than this")
    ] = None,
) -> Question:
    return Question(
        counted=Counted.POINTS,
        cause=fault,
        certainty=certainty,
        then=then,
        suite=suite,
        least=least,
        most=most,
    )


_Details = Annotated[Question, Depends(_details)]


def _question(
    counted: Annotated[Counted, Query(description="the group of students")], details: _Details
) -> Question:
    return replace(details, counted=counted)


def _perhaps_asked(details: _Details, counted: Annotated[Counted | None, Query()] = None) -> Question | None:
    return None if counted is None else replace(details, counted=counted)


AsksPeople = Annotated[Question, Depends(_question)]
"""The question whom a number counts."""
MayAskPeople = Annotated[Question | None, Depends(_perhaps_asked)]
"""A question that a page may be asked or not."""
