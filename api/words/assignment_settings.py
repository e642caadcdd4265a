"""What each setting of an assignment is called and what it does: on the form and in the REST document."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from api.i18n import N_
from grader.assignment import GradientPolicy, SeedPolicy
from submissions.courses.assignments.hints import Rung
from submissions.tables import Counts, Hinting, MissingRequired, Reveal, Shown


class SettingGroup(StrEnum):
    """The part of the form in which a setting is."""

    TASK = "task"
    GRADING = "grading"
    SUITES = "suites"
    OPERATIONS = "operations"
    HUNT = "hunt"
    DATES = "dates"
    STARTER = "starter"
    LATENESS = "lateness"
    ATTEMPTS = "attempts"
    GROUPS = "groups"
    HINTS = "hints"
    RESULTS = "results"
    PUBLICATION = "publication"


RULES: Mapping[SettingGroup, str] = {
    SettingGroup.LATENESS: N_("Late submissions"),
    SettingGroup.ATTEMPTS: N_("Attempts"),
    SettingGroup.GROUPS: N_("Groups"),
    SettingGroup.HINTS: N_("Hints"),
    SettingGroup.RESULTS: N_("When results are shown"),
}
"""The parts with the rules of an assignment, in the order of the form, with their headings."""


class SettingText(NamedTuple):
    """The label of a setting, what it does, and the names of what can be chosen."""

    group: SettingGroup
    label: str
    help: str = ""
    options: Mapping[str, str] = {}


_STAGES = {
    "core": N_("Core: chain, shared value, five nodes, diamond"),
    "local-rules": N_("Local rules: + and * alone, without backward()"),
    "whole-graph": N_("Whole graph: backward() in the right order"),
    "operations": N_("Operations: -, /, **, tanh, exp, relu, log"),
    "training": N_("Training: zero_grad, a second pass, a training loop"),
    "stress": N_("Stress: long chains, wide and deep graphs"),
    "network": N_("Network: neuron, layer, MLP, parameters(), a step"),
    "full": N_("Everything except stress and networks"),
    "everything": N_("Everything except networks"),
}
_GRADIENTS: dict[str, str] = {
    GradientPolicy.BACKPROPAGATION: N_("Backpropagation is required"),
    GradientPolicy.ANY: N_("Any method that gives the right gradients"),
}
_COUNTS: dict[str, str] = {
    Counts.BEST: N_("The best one, after the late penalty"),
    Counts.LATEST: N_("The latest one"),
}
_HINTING: dict[str, str] = {
    Hinting.AT_ONCE: N_("All at once, up to the hint level"),
    Hinting.CLIMB: N_("Step by step: the student opens each hint"),
}
_SHOWN: dict[str, str] = {
    Shown.AT_ONCE: N_("As soon as a submission is graded"),
    Shown.AFTER_DUE: N_("After the due date"),
    Shown.AFTER_CLOSE: N_("After the assignment closes"),
}
_HINTS = {
    str(Rung.NOTHING.value): N_("Nothing: only which suites passed"),
    str(Rung.SYMPTOM.value): N_("Symptom: also the smallest graph that fails"),
    str(Rung.PLACE.value): N_("Line: also the line to look at"),
    str(Rung.CAUSE.value): N_("Cause: also what the mistake is"),
    str(Rung.REPAIR.value): N_("Repair: also the repaired code"),
}

_HINTS_LATER = {"": N_("The same as before"), **_HINTS}
_REVEAL: dict[str, str] = {
    Reveal.AFTER_DUE: N_("After the due date"),
    Reveal.AFTER_CLOSE: N_("After the assignment closes"),
    Reveal.BY_HAND: N_("When you choose “Open now”"),
    Reveal.OPENED: N_("Open now"),
}
_SEED: dict[str, str] = {
    SeedPolicy.CLASS: N_("backward() sets it to 1"),
    SeedPolicy.CALLER: N_("The caller sets it to 1 before backward()"),
}
_MISSING_REQUIRED: dict[str, str] = {
    MissingRequired.POINTS: N_("It costs the points of the suites about it"),
    MissingRequired.REFUSAL: N_("The submission is refused and uses no attempt"),
}

TEXTS: dict[str, SettingText] = {
    "title": SettingText(SettingGroup.TASK, N_("Title")),
    "instructions": SettingText(
        SettingGroup.TASK,
        N_("Instructions"),
        N_(
            "You can use Markdown: `# heading`, `- list`, `1. list`, `**bold**`, tables, backticks and "
            "links. Images and HTML are not shown."
        ),
    ),
    "starter": SettingText(
        SettingGroup.STARTER,
        N_("Starter file"),
        N_("Students begin with this Python code: they can download it, and the editor shows it."),
    ),
    "published": SettingText(
        SettingGroup.PUBLICATION, N_("Published"), N_("Students only see published assignments.")
    ),
    "opens_at": SettingText(
        SettingGroup.DATES,
        N_("Opens"),
        N_("Students can submit from this time on. If it is empty, they can submit at once."),
    ),
    "due_at": SettingText(
        SettingGroup.DATES,
        N_("Due date"),
        N_("Submissions after this time are late. If it is empty, there is no due date."),
    ),
    "closes_at": SettingText(
        SettingGroup.DATES,
        N_("Closes"),
        N_("Late submissions are accepted until this time. If it is empty, none are."),
    ),
    "late_percent_per_day": SettingText(
        SettingGroup.LATENESS,
        N_("Late penalty per step (%)"),
        N_("A late submission loses this share of its points for each step that begins after the due date."),
    ),
    "late_step_hours": SettingText(
        SettingGroup.LATENESS,
        N_("Length of a step (hours)"),
        N_("The late penalty grows once in this time: 24 hours are a penalty per day."),
    ),
    "late_most_percent": SettingText(
        SettingGroup.LATENESS,
        N_("Maximum late penalty (%)"),
        N_("A late submission never loses more than this share of its points."),
    ),
    "late_accepted_days": SettingText(
        SettingGroup.LATENESS,
        N_("Days late at most"),
        N_(
            "Late submissions are accepted for this many days after the due date, but never after the "
            "assignment closes. If it is empty, only the closing time counts."
        ),
    ),
    "late_days_usable": SettingText(
        SettingGroup.LATENESS,
        N_("Late days for this assignment"),
        N_(
            "Students can use this many late days of their course budget here. Each one moves their due "
            "date by a day, without a penalty. The budget is in the course settings."
        ),
    ),
    "attempt_limit": SettingText(
        SettingGroup.ATTEMPTS,
        N_("Attempt limit"),
        N_(
            "Each student can submit this many times. If it is empty, there is no limit. "
            "Submissions that we fail to grade do not count."
        ),
    ),
    "cooldown_seconds": SettingText(
        SettingGroup.ATTEMPTS,
        N_("Waiting time between attempts (minutes)"),
        N_("A student can submit again after this time."),
    ),
    "group_size": SettingText(
        SettingGroup.GROUPS,
        N_("Students in a group"),
        N_(
            "Up to this many students submit together, and a submission of one counts for all. "
            "1: everybody submits alone."
        ),
    ),
    "hint_rung": SettingText(
        SettingGroup.HINTS,
        N_("Hint level"),
        N_("Students see this much about a mistake. Each level includes the ones before it."),
        _HINTS,
    ),
    "hint_rung_after_due": SettingText(
        SettingGroup.HINTS,
        N_("Hint level after the due date"),
        N_("Students see this much about a mistake once their own due date is over."),
        _HINTS_LATER,
    ),
    "hint_rung_after_close": SettingText(
        SettingGroup.HINTS,
        N_("Hint level after closing"),
        N_("Students see this much about a mistake once the assignment is closed for them."),
        _HINTS_LATER,
    ),
    "hints_from_attempt": SettingText(
        SettingGroup.HINTS,
        N_("Hints from attempt"),
        N_("Earlier attempts only show which suites passed, until the due date."),
    ),
    "hints_until_attempt": SettingText(
        SettingGroup.HINTS,
        N_("Hints until attempt"),
        N_(
            "Later attempts only show which suites passed, until the due date. If it is empty, all attempts "
            "show hints."
        ),
    ),
    "hinting": SettingText(
        SettingGroup.HINTS,
        N_("How hints are shown"),
        N_("When students climb, they open each hint themselves, and you see how far they went."),
        _HINTING,
    ),
    "beyond": SettingText(
        SettingGroup.HINTS,
        N_("Show what is not graded"),
        N_(
            "If all graded suites pass, students also see what is wrong with the whole graph. "
            "It never costs points."
        ),
    ),
    "counts": SettingText(
        SettingGroup.ATTEMPTS,
        N_("Submission that counts"),
        N_("The grade comes from this submission."),
        _COUNTS,
    ),
    "shown": SettingText(
        SettingGroup.RESULTS,
        N_("Results are shown"),
        N_("Students see their results from this moment on."),
        _SHOWN,
    ),
    "hidden_suites": SettingText(
        SettingGroup.SUITES,
        N_("Hidden suites"),
        N_(
            "Students see neither these suites nor their points until you open them. They count for the "
            "grade from the start."
        ),
    ),
    "hidden_until": SettingText(
        SettingGroup.RESULTS,
        N_("Hidden suites open"),
        N_("Students see the hidden suites and all their points from this moment on."),
        _REVEAL,
    ),
    "stage": SettingText(
        SettingGroup.GRADING,
        N_("Stage"),
        N_("A stage is a prepared set of suites. You can change the suites afterwards."),
        _STAGES,
    ),
    "weights": SettingText(
        SettingGroup.SUITES,
        N_("Suites and weights"),
        N_("A suite without a weight is not graded. A suite with weight 0 is graded but earns no points."),
    ),
    "points": SettingText(
        SettingGroup.GRADING, N_("Points"), N_("A submission without mistakes earns this many points.")
    ),
    "gradients": SettingText(
        SettingGroup.GRADING,
        N_("Gradients"),
        N_(
            "If backpropagation is required and another method is proven, a graph earns a quarter of its "
            "points, for its forward pass."
        ),
        _GRADIENTS,
    ),
    "bonus": SettingText(
        SettingGroup.SUITES,
        N_("Bonus suites"),
        N_("The points of these suites come on top: a grade can be above the maximum."),
    ),
    "seed": SettingText(
        SettingGroup.GRADING,
        N_("Gradient of the output"),
        N_(
            "Who sets the gradient of the output to 1. If the caller does, we set it before each call of "
            "`backward()`; a class that sets it itself is right too."
        ),
        _SEED,
    ),
    "class_name": SettingText(
        SettingGroup.GRADING,
        N_("Class to grade"),
        N_(
            "The name of the class that a file must have. If it is empty, we grade the likeliest class, and "
            "students can name another one."
        ),
    ),
    "keep_graph": SettingText(
        SettingGroup.GRADING,
        N_("The graph must stay after backward()"),
        N_(
            "A class may free its graph in `backward()`, as PyTorch does, or refuse a second pass. That "
            "costs no points; with this setting, it costs those of “Nodes used again after backward()”."
        ),
    ),
    "required_operations": SettingText(
        SettingGroup.OPERATIONS,
        N_("Required operations"),
        N_("The class needs these operations."),
    ),
    "missing_required": SettingText(
        SettingGroup.OPERATIONS,
        N_("If a required operation is missing"),
        N_("What happens to a submission whose class does not have all required operations."),
        _MISSING_REQUIRED,
    ),
    "hunted": SettingText(
        SettingGroup.HUNT,
        N_("Hunted faults"),
        N_(
            "If you choose faults, students submit graphs that expose them, and no class: suites are not "
            "used. Each fault becomes a faulty class with a letter. Students do not see its name."
        ),
    ),
    "hunt_nodes": SettingText(
        SettingGroup.HUNT,
        N_("Nodes for the bonus"),
        N_(
            "All graphs together have at most this many nodes. If they expose all classes and tell all pairs "
            "apart, that earns 10% on top. With 0, there is no bonus."
        ),
    ),
}
"""The texts by the name of the setting."""


def description(name: str) -> str:
    """Return a setting's description in the REST document, in English."""
    text = TEXTS[name]
    options = [f"`{value or 'null'}`: {label}." for value, label in text.options.items()]
    return " ".join([text.help or f"{text.label}.", *options])
