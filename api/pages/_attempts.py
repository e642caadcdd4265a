"""What a student submitted for one assignment, as rows: when, and what became of it."""

from api.words.finding import cause
from grader.records import Frozen
from submissions.teaching.results.result import Result


class Attempt(Frozen):
    """One submission in the list."""

    result: Result
    cause: str
    """Empty where there is none, or where the caller does not see causes."""


def attempts(history: list[Result]) -> list[Attempt]:
    """A row each, in their order."""
    return [Attempt(each, _cause(each)) for each in history]


def _cause(result: Result) -> str:
    return cause(result.score.cause) if result.score and result.score.cause else ""
