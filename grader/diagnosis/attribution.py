"""Which graph fails for which cause, where a file has several."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from grader.diagnosis.panel import is_usable
from grader.judge import Judged, judge
from grader.session import Session, Trial

_Cause = TypeVar("_Cause")


def attributed(
    failed: Sequence[Judged],
    others: Mapping[_Cause, Trial],
    is_about: Callable[[_Cause, Judged], bool],
    session: Session,
) -> dict[_Cause, list[Judged]]:
    """For each cause the graphs that fail although all `others` are undone, as they were played then.

    What was not played so, or fails for no cause alone, belongs to every cause that it may be about.
    """
    small = [judged for judged in failed if is_usable(judged)]
    seen = session.try_edits(list(others.values()), [judged.planned.play for judged in small])
    alone = {
        cause: [
            again
            for judged, observation in zip(small, seen.get(trial, ()), strict=False)
            if not (again := judge(judged.planned, observation)).right
        ]
        for cause, trial in others.items()
    }
    placed = {id(judged.planned) for plays in alone.values() for judged in plays}
    left = [judged for judged in failed if id(judged.planned) not in placed]
    return {
        cause: [*plays, *(judged for judged in left if is_about(cause, judged))]
        for cause, plays in alone.items()
    }
