"""What is seen in a graph that failed, beside its numbers."""

from api.i18n import gettext as _, ngettext
from api.words import Message
from grader.report import Orders


def not_backprop() -> Message:
    """The gradients did not follow a made-up rule."""
    return Message(
        _(
            "The gradients do not come from the local rules of the nodes: we replaced one rule, and the "
            "gradients did not follow it."
        ),
        _("`backward()` should start at the output and run the rule of each node."),
    )


def unrepeatable() -> Message:
    """The graph alone is right."""
    return Message(
        _("This graph is right when it runs alone: something is left over from the graphs before it."),
        _(
            "Look for what outlives a graph: a list or set at the top of the file, in the class, or as the "
            "default of a parameter."
        ),
    )


def orders(tried: Orders) -> Message:
    """Say in how many orders the result came out right."""
    return Message(
        ngettext(
            "The result depends on the order of the nodes: it is right in {right} of {n} order.",
            "The result depends on the order of the nodes: it is right in {right} of {n} orders.",
            tried.tried,
            right=tried.right,
        ),
        _("Work the graph out on paper in two orders. Which contribution does each order leave out?"),
    )


def left_out(number: int) -> str:
    """Wrong numbers that are not listed."""
    return ngettext("and {n} more wrong number", "and {n} more wrong numbers", number)


def likewise(number: int) -> str:
    """Graphs of a suite that failed in the same way."""
    return ngettext("{n} more graph fails in the same way.", "{n} more graphs fail in the same way.", number)


def folded(number: int) -> str:
    """Failed graphs of which nothing is shown."""
    return ngettext(
        "{n} more failing graph is not shown here. --json and --html show all of them.",
        "{n} more failing graphs are not shown here. --json and --html show all of them.",
        number,
    )
