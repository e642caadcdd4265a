"""A submission: while it waits, while it is graded, and its result."""

from api.words import Message
from api.words.en.count import count
from submissions.tables import State

STATES = {
    State.QUEUED: "waiting",
    State.GRADING: "being graded",
    State.GRADED: "graded",
    State.INTERNAL_ERROR: "not graded: our failure",
    State.WITHDRAWN: "taken back",
}
KINDS = {
    State.QUEUED: "other",
    State.GRADING: "other",
    State.GRADED: "",
    State.INTERNAL_ERROR: "other",
    State.WITHDRAWN: "",
}
"""The look of each state."""

GRADING = "It is being graded"
NEXT = "It is graded next"
COMES_BY_ITSELF = "The result appears here by itself; you can also close this page and come back."
RELOAD = "This page looks again every two seconds."
LOST = "The connection was lost; looking again every few seconds."
WITHDRAW = "Take it back"
WITHDRAWN = Message("you took this file back before it was graded", "it used no attempt; hand in another")
INTERNAL_ERROR = Message(
    "we could not grade this file, and that is our failure, not yours",
    "it cost you no points and no attempt; it is being looked after, and you may hand it in again",
)
REUSED = Message(
    "you have handed in these very bytes before, so this is the result they had",
    "it used no attempt; what you change is graded anew",
)

DOWNLOAD = "Download the file"
FILE = "The file"
LEFT_OUT = "more lines are not shown here; the download has them all"
CELL = "cell"
LINE = "line"
NOTHING_WRONG = "Everything is right"
NOTHING_WRONG_SAYS = (
    "Every gradient that was asked for came out as it should, on inputs this file had never seen."
)
RIGHT_SO_FAR = "Everything that is there is right"
FIRST = "Look at this first"
ONLY = "Look at this"
OTHERS = "Then at this"
SUITES = "What was asked"
RECEIPT = "Receipt"
RECEIPT_SAYS = "That these very bytes arrived at that time is certified by this signature."
RECEIVED = "received"
FINGERPRINT = "SHA-256"
SIGNATURE = "signature"
NUMBER = "submission"
ATTEMPT = "attempt"
HANDED_IN = "handed in"
STUDENT = "student"
AGAIN = "Hand in another file"
STAFF = "This is what the student sees."


def ahead(number: int) -> str:
    """The place in the queue."""
    return (
        NEXT if not number else f"{count(number, 'file')} {'is' if number == 1 else 'are'} graded before it"
    )


def shown_later(when: str) -> Message:
    """Results are kept back for now."""
    return Message(
        "your file is graded; results are shown to everybody at the same time",
        f"you see yours from {when} on",
    )


def points(earned: str, of: str) -> str:
    """The score."""
    return f"{earned} of {of} {'point' if of == '1' else 'points'}"


def by_weight(score: str, earned: str, of: str) -> str:
    """How the points of suites become those of the assignment."""
    return f"The suites come to {score}; by their weights that is {earned} of {of}."


def after_lateness(earned: str, left: str) -> str:
    """What lateness costs."""
    return f"{earned} earned, {left} after what lateness costs"


def days_late(days: int) -> str:
    """How late it was."""
    return f"{count(days, 'day')} late"
