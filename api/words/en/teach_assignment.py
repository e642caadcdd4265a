"""The form of an assignment."""

from api.hints import Rung
from api.words import Message
from api.words.en.count import count, listed
from submissions.tables import Counts, Shown

NEW = "New assignment"
EDIT = "Edit the assignment"
SAVE = "Save"
BACK = "Back to the course"
ARCHIVE = "Put this assignment away"
ARCHIVE_SAYS = "Nobody hands in anything more, and lists leave it out. What was graded is kept."

TITLE = "Title"
INSTRUCTIONS = "Instructions"
INSTRUCTIONS_SAYS = (
    "an empty line begins a paragraph; `# heading`, `- list`, `**bold**` and backticks work too"
)
STARTER = "Starter file"
STARTER_SAYS = "Python to begin with, which students download or find in the editor; may be empty"
USUAL_STARTER = "Take the usual one"
PUBLISHED = "Published: students see it"
POINTS = "Points"
POINTS_SAYS = "what a file without a flaw earns"

WHAT = "What is graded"
STAGE = "Stage"
STAGE_SAYS = "fills in the suites below, which you can change"
FILL = "Take the suites of this stage"
SUITES = "Suites and their weights"
SUITES_SAYS = "a suite without a weight is not asked for; with 0 it is graded, and costs nothing"
SUITE = "suite"
GRAPHS = "graphs"
WEIGHT = "weight"
TOTAL = "in all"
CHOICES = {
    "core": "the core: a chain, a shared value, five nodes and the diamond",
    "local-rules": "local rules: + and * alone, no backward() yet",
    "whole-graph": "whole graph: backward() in the right order",
    "operations": "operations: -, /, **, tanh, exp, relu, log",
    "training": "training: zero_grad, a second pass, a training loop",
    "stress": "stress: long chains, wide and deep graphs",
    "full": "all but stress",
    "everything": "everything",
}

WHEN = "When"
OPENS = "Opens"
DUE = "Due"
CLOSES = "Closes"
OPENS_SAYS = "empty: at once"
DUE_SAYS = "empty: never"
CLOSES_SAYS = "until when late files are taken; empty: none are"

LATE = "Late files, attempts, and what students see"
LATE_PER_DAY = "Percent lost a day"
LATE_PER_DAY_SAYS = "of the points earned, for each day begun after the due date"
LATE_MOST = "Percent lost at most"
ATTEMPTS = "Attempts"
ATTEMPTS_SAYS = "empty: as many as they like; our own failures never use one"
COOLDOWN = "Minutes between two attempts"
COUNTS = "Which file counts"
COUNTED = {Counts.BEST: "the best, after what lateness costs", Counts.LATEST: "the latest"}
SHOWN = "When results are shown"
SHOWN_FROM = {
    Shown.AT_ONCE: "as soon as a file is graded",
    Shown.AFTER_DUE: "after the due date",
    Shown.AFTER_CLOSE: "after it closes",
}
HINTS = "What is told of a cause"
RUNGS = {
    Rung.NOTHING: "nothing: which suites passed, and no more",
    Rung.SYMPTOM: "what is not right, in the smallest graph that shows it",
    Rung.PLACE: "that, and the line where to look",
    Rung.CAUSE: "that, and what the cause is",
    Rung.REPAIR: "that, and the repaired code",
}
RUNG_CHOICES = [(rung.value, told) for rung, told in RUNGS.items()]

STALE = "somebody else has saved this assignment while you were editing it; what you typed is still here"
NOTHING = "nothing"
ABOUT = "about it"
TITLE_OF_FIELD = "field"
CHANGED_SINCE = "What is there now, where it differs:"
THEIRS = "there now"


def wrong(number: int) -> Message:
    """Above a form of which some fields cannot be used."""
    return Message(
        f"{count(number, 'field')} {'needs' if number == 1 else 'need'} another look; nothing is saved yet",
        "everything you typed is still here",
    )


def stale() -> Message:
    """Two people edited at the same time."""
    return Message(STALE, "compare, then save again: yours takes the place of theirs")


def lacks(suite: str, needs: list[str]) -> str:
    """A suite is asked for without one that it builds on."""
    return f"{suite} builds on {listed(needs)}: a failure there is told once if both are asked for"


def in_zone(zone: str) -> str:
    """Above dates."""
    return f"all times in {zone}"


LABELS = {
    "title": TITLE,
    "instructions": INSTRUCTIONS,
    "starter": STARTER,
    "published": PUBLISHED,
    "points": POINTS,
    "stage": STAGE,
    "opens_at": OPENS,
    "due_at": DUE,
    "closes_at": CLOSES,
    "late_percent_per_day": LATE_PER_DAY,
    "late_most_percent": LATE_MOST,
    "attempt_limit": ATTEMPTS,
    "cooldown_minutes": COOLDOWN,
    "counts": COUNTS,
    "shown": SHOWN,
    "hint_rung": HINTS,
    "weights": SUITES,
}
"""What each field is called."""
