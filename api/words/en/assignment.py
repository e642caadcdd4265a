"""A course and its assignments, as a student sees them."""

from decimal import Decimal

from api.words import Message
from api.words.en.count import count, seconds
from api.words.en.points import points
from submissions.tables import Counts

ASSIGNMENTS = "Assignments"
NO_ASSIGNMENTS = "There is nothing to hand in yet. Whoever teaches this course will put it here."
TEACH = "Teach this course"
EDIT = "Edit this assignment"
SUBMISSIONS = "All submissions"
DRAFT = "draft"
DUE = "due"
OPENS = "opens"
CLOSES = "late until"
OVER = "closed since"
NO_DATE = "no date"
NOT_YET = "nothing handed in yet"
NOT_SHOWN = "shown later"
ATTEMPTS = "attempts"
COUNTS = {Counts.BEST: "your best counts", Counts.LATEST: "your latest counts"}
POINTS = "Points"
INSTRUCTIONS = "What to do"
STARTER = "Download the file to begin with"
HAND_IN = "Hand in"
HISTORY = "Your attempts"
EDITOR_FILLED = "It begins with what you handed in last."
EDITOR_STARTER = "It begins with the file of the assignment."
NOTEBOOK = "Your last attempt was a notebook; it is not shown in the editor."
HANDED_IN = "Handed in"
FILE = "File"
CAUSE = "First cause"
DOWNLOAD = "Download"
SAME_BYTES = "same bytes as before"
NO_CAUSE = "–"
EXTENSION = "These dates hold for you: you were given an extension."
OBSERVER = "You see this course, and hand nothing in."


def not_open(when: str) -> Message:
    """Before it opens."""
    return Message("this assignment is not open yet", f"it opens {when}")


def closed(when: str) -> Message:
    """After it is over."""
    return Message("nothing is taken any more", f"it was open until {when}; your results stay here")


def used_up(limit: int) -> Message:
    """No attempts are left."""
    used = "the one attempt there was" if limit == 1 else f"all {limit} attempts"
    return Message(f"you have used {used}", "your results stay here")


def left(used: int, limit: int | None) -> str:
    """How many attempts there are still."""
    if limit is None:
        return f"{used} used, as many as you like"
    return f"{max(limit - used, 0)} of {limit} left"


def cooldown(length: int) -> str:
    """How long one waits between attempts."""
    if length % 3600 == 0:
        return f"{count(length // 3600, 'hour')} between attempts"
    if length % 60 == 0:
        return f"{count(length // 60, 'minute')} between attempts"
    return f"{seconds(length)} between attempts"


def lateness(percent: Decimal, most: Decimal) -> str:
    """What late work costs."""
    if not percent or not most:
        return "late work costs nothing"
    cost = f"each day late costs {points(percent)} % of what it earned"
    return cost if most >= 100 else f"{cost}, at most {points(most)} %"  # noqa: PLR2004 - all of it


ON_TIME = "nothing is taken after that"
