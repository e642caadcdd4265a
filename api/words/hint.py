"""Hints about a graph: what to compare, where to look, what the cause is."""

from api.i18n import gettext as _, listed, ngettext


def symptom(graph: str, inputs: list[str], number: str, got: str, right: str) -> str:
    """Name the wrong number of a graph, and not its cause."""
    return _(
        "In `{graph}` with {inputs}, your class gets `{number} = {got}`; it should be {right}.",
        graph=graph,
        inputs=listed([f"`{each}`" for each in inputs]),
        number=number,
        got=got or _("no number"),
        right=right,
    )


def compare_data(formula: str, got: str) -> str:
    """Some data is wrong."""
    if not got:
        return _("Compute `{formula}` by hand. Your class gives no number.", formula=formula)
    return _("Compute `{formula}` by hand. Your class gives {got}.", formula=formula, got=got)


def compare_sum(node: str, uses: int, number: str, got: str) -> str:
    """The gradient of a node that is used more than once is wrong."""
    return ngettext(
        "`{node}` is used {n} time in this graph. What does each use add to `{number}`? "
        "Your class gets {got}.",
        "`{node}` is used {n} times in this graph. What does each use add to `{number}`? "
        "Your class gets {got}.",
        uses,
        node=node,
        number=number,
        got=got or _("no number"),
    )


def compare_chain(node: str, number: str, got: str) -> str:
    """The gradient of a node that is used once is wrong."""
    return _(
        "Go back from the output to `{node}` with the chain rule, by hand. "
        "Your class gets `{number} = {got}`.",
        node=node,
        number=number,
        got=got or _("no number"),
    )


def print_around_reset(number: str, reset: str) -> str:
    """A reset that does not reset."""
    return _(
        "Print `{number}` before and after `{reset}`. What should it be after?", number=number, reset=reset
    )


def print_after_passes(number: str) -> str:
    """A graph of several passes."""
    return _("Print `{number}` after each pass. After which is it wrong first?", number=number)


def look_at_reset(place: str, number: str) -> str:
    """The line is in the method that resets."""
    return _("Look at {place}. What does it do to `{number}`?", place=place, number=number)


def look_at_leftovers(place: str) -> str:
    """The graph goes wrong in a later pass."""
    return _("Look at {place}. What does it leave behind for the second pass?", place=place)


def look_at_rule(place: str, operation: str, number: str) -> str:
    """The line is in the rule of an operation."""
    return _(
        "Look at {place}, in {operation}. Follow `{number}` through this line: "
        "what is there before, and what after?",
        place=place,
        operation=operation,
        number=number,
    )


def look_at_pass(place: str) -> str:
    """The line is in the pass itself, or in none of an operation."""
    return _(
        "Look at {place}. Follow the graph from there: which rule runs when, and with which gradient?",
        place=place,
    )


def run_alone(graph: str) -> str:
    """A graph that gives no number."""
    return _("Run only `{graph}`, and then the backward pass. At which line does Python stop?", graph=graph)


def run_lines(lines: str) -> str:
    """A graph of several passes that gives no number."""
    return _("Run only `{graph}`. At which line does Python stop?", graph=lines)


def stops(graph: str, place: str) -> str:
    """A graph that raises an exception."""
    return _("On the graph `{graph}`, Python stops at {place}.", graph=graph, place=place)


def caused_by(where: str) -> str:
    """The line to change, where Python stops at another one."""
    return _("The cause is on {place}: change that line.", place=where)


def cause(title: str) -> str:
    """The name of the fault."""
    return _("{cause}.", cause=title)


def open_next(title: str) -> str:
    """The button that opens a hint."""
    return _("Open: {hint}", hint=title)


def climbed(rung: int, most: int) -> str:
    """How far a student climbed, for staff."""
    return _("{n} of {all}", n=rung, all=most)
