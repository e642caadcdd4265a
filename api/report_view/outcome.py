"""What became of a file: a report, or the reason why there is none."""

from api.words import Message
from grader.records import Frozen
from grader.report import Report


class NotGraded(Frozen):
    """A file without a report: it was refused, or we failed."""

    name: str
    kind: str
    """The id of the reason."""
    why: Message


Outcome = Report | NotGraded
