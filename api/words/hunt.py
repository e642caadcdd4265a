"""Words of a fault hunt: why a graph cannot be played, what is exposed, and what that is worth."""

from api.i18n import N_, gettext as _, listed, ngettext, number, percent
from grader.hunt.problem import HuntProblem, HuntProblemKind as Kind
from grader.hunt.report import HuntReport
from grader.hunt.score import APART_SHARE, BONUS, EXPOSED_SHARE
from suites import FUNCTIONS

EXAMPLE = """\
# A value that is used once
a = 2
b = 3
L = a * b

# A value that is used twice
x = 3
y = x * x
L = y + x
"""
"""The file with which a hunt begins, where nobody wrote another."""

PROBLEMS: dict[Kind, str] = {
    Kind.NOT_TEXT: N_("This file is not text. Save your graphs as text in UTF-8."),
    Kind.EMPTY: N_(
        "There is no graph in this file yet. Write at least one, such as `a = 2` and `L = a * 3`."
    ),
    Kind.TOO_LONG: N_("This text is too long. Use at most {most} characters."),
    Kind.TOO_MANY_GRAPHS: N_("There are too many graphs. Use at most {most}."),
    Kind.LINE_TOO_LONG: N_("This line is too long. Use at most {most} characters, and more lines."),
    Kind.TOO_MANY_NODES: N_("This graph has too many nodes. Use at most {most}, inputs included."),
    Kind.TOO_MANY_CALLS: N_(
        "This graph calls `backward()` or clears a gradient too often. Do so at most {most} times."
    ),
    Kind.TOO_MANY_PATHS: N_(
        "More than {most} paths lead from the last node to the inputs. Use each node less often."
    ),
    Kind.TOO_DEEP: N_("This expression is nested too deeply. Use more lines."),
    Kind.UNKNOWN_CHARACTER: N_("`{text}` has no meaning here. Use names, numbers, brackets and + - * / **."),
    Kind.UNEXPECTED: N_(
        "`{text}` cannot stand here. Write a statement such as `c = a * b` or `c = tanh(a)`."
    ),
    Kind.UNFINISHED: N_("The statement ends too early. Write all of it, such as `c = a * b`."),
    Kind.UNKNOWN_NAME: N_("`{text}` has no value yet. Give it one on a line above, such as `{text} = 2`."),
    Kind.UNKNOWN_FUNCTION: N_("There is no function `{text}`. Use {functions}."),
    Kind.NAME_TAKEN: N_("`{text}` has a value already. Give each node its own name."),
    Kind.NAME_OF_FUNCTION: N_("`{text}` is a function. Give the node another name."),
    Kind.NAME_TOO_LONG: N_("This name is too long. Use at most {most} characters."),
    Kind.NO_NEW_NODE: N_("A second name for `{text}` makes no new node. Use `{text}` itself."),
    Kind.ONLY_NUMBERS: N_("Both operands are plain numbers. An operation needs at least one node."),
    Kind.NUMBER_TOO_LARGE: N_("This number is too large. Use at most {most}."),
    Kind.NOT_ZERO: N_("A gradient can only be set to 0."),
    Kind.UNUSED_INPUT: N_("The input `{text}` is never used. Use it, or delete the line."),
    Kind.NO_OPERATION: N_("This graph has no operation. Write one, such as `L = a * 3`."),
    Kind.NO_VALUE: N_("A node of this graph has no value, or an infinite one, so the graph exposes nothing."),
    Kind.VALUES_TOO_LARGE: N_("A number of this graph is larger than {most}, so the graph exposes nothing."),
}
"""Why a graph or a file cannot be played."""


def problem(found: HuntProblem) -> str:
    """Say why a graph cannot be played, and on which line."""
    reason = _(PROBLEMS[found.kind], text=found.text, most=number(found.most), functions=functions())
    if not found.line:
        return reason
    return _("Line {line}: {reason}", line=found.line, reason=reason)


def functions() -> str:
    """The functions that a graph may use, as a list."""
    return listed([f"`{name}`" for name in FUNCTIONS])


def answer_of(letter: str) -> str:
    """The name of a faulty class."""
    return _("Class {letter}", letter=letter)


def exposed(report: HuntReport) -> str:
    """Say how many classes are exposed."""
    n = len(report.classes)
    return ngettext(
        "Your graphs expose {exposed} of {n} faulty class.",
        "Your graphs expose {exposed} of {n} faulty classes.",
        n,
        exposed=len(report.exposed),
    )


def unplayed() -> str:
    """Say that nothing was played."""
    return _("None of these graphs can be played yet. Each says below what is wrong with it.")


def apart(report: HuntReport) -> str:
    """Say how many pairs are told apart; empty where there is no pair."""
    if not report.pairs:
        return ""
    return ngettext(
        "They tell {apart} of {n} pair apart.",
        "They tell {apart} of {n} pairs apart.",
        report.pairs,
        apart=report.pairs - len(report.alike),
    )


def alike(report: HuntReport) -> str:
    """Say which classes answer the same to all graphs; empty where there are none, or nothing is exposed."""
    pairs = [pair for pair in report.alike if not set(pair).isdisjoint(report.exposed)]
    if not pairs:
        return ""
    return _(
        "No graph tells these pairs apart yet: {pairs}.", pairs=", ".join("–".join(pair) for pair in pairs)
    )


def unexposed(report: HuntReport) -> str:
    """Say which classes answer to all graphs as the reference does; empty where none does."""
    hidden = [each.letter for each in report.classes if each.letter not in report.exposed]
    if not hidden:
        return ""
    return ngettext(
        "Class {letters} still answers as the correct class does. Try an operation, a number or a shape that "
        "your graphs do not have.",
        "Classes {letters} still answer as the correct class does. Try operations, numbers or shapes that "
        "your graphs do not have.",
        len(hidden),
        letters=listed(hidden),
    )


def bonus(report: HuntReport) -> str:
    """Say what the nodes are worth; empty where there is no bonus."""
    if not report.most_nodes:
        return ngettext("Your graphs have {n} node.", "Your graphs have {n} nodes.", report.nodes)
    if report.has_bonus:
        return ngettext(
            "Your graphs have {n} node, which earns the bonus of {share}.",
            "Your graphs have {n} nodes, which earns the bonus of {share}.",
            report.nodes,
            share=percent(float(BONUS)),
        )
    return ngettext(
        "Your graphs have {n} node. The bonus of {share} is for those who do all with at most {most}.",
        "Your graphs have {n} nodes. The bonus of {share} is for those who do all with at most {most}.",
        report.nodes,
        share=percent(float(BONUS)),
        most=report.most_nodes,
    )


def rules(classes: int, most_nodes: int) -> list[str]:
    """Say before anything is submitted what is worth what."""
    said = [
        ngettext(
            "There is {n} faulty class. It is a correct `Value` class with one mistake in it.",
            "There are {n} faulty classes. Each is a correct `Value` class with one mistake in it.",
            classes,
        ),
        _(
            "A graph exposes a class if some value or gradient differs from the one of the correct class. "
            "It tells two classes apart if their answers differ from each other."
        ),
    ]
    if classes > 1:
        said.append(
            _(
                "Classes that you expose earn {exposed} of the points, pairs that you tell apart {apart}.",
                exposed=percent(float(EXPOSED_SHARE)),
                apart=percent(float(APART_SHARE)),
            )
        )
    if most_nodes:
        said.append(
            ngettext(
                "If you do all of it with at most {n} node in all graphs together, you get {share} on top.",
                "If you do all of it with at most {n} nodes in all graphs together, you get {share} on top.",
                most_nodes,
                share=percent(float(BONUS)),
            )
        )
    return said
