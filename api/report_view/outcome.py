"""What became of a file: a report, or the reason why there is none."""

from dataclasses import dataclass

from api.words import Message
from grader.report import Report


@dataclass(frozen=True, slots=True)
class NotGraded:
    """A file without a report: it was refused, or we failed."""

    name: str
    kind: str
    """The id of the reason."""
    why: Message


Outcome = Report | NotGraded
