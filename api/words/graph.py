"""What is seen in a graph that failed, beside its numbers."""

from api.words import Message
from grader.report import Orders

NOT_BACKPROP = Message(
    "the gradients do not come from the local rules of the nodes: one rule was replaced by a made-up one, "
    "and the gradients did not follow it",
    "backward() should start at the output and run each node's own rule",
)

UNREPEATABLE = Message(
    "played alone, the same graph comes out right: something is left over from the graphs before it",
    "look for what outlives a graph: a list or set at the top of the file, in the class, "
    "or as the default of a parameter",
)

FIRST = "first wrong number"


def orders(told: Orders) -> Message:
    """In how many orders it came out right."""
    return Message(
        f"right in {told.right} of {told.tried} orders: "
        "the result depends on the order in which nodes are visited",
        "work the graph out on paper in two orders, and see which contribution each of them leaves out",
    )


def left_out(number: int) -> str:
    """Wrong numbers that are not listed."""
    return f"and {number} more wrong {'number' if number == 1 else 'numbers'}"


def likewise(number: int) -> str:
    """Graphs of a suite that failed in the same way."""
    return f"{number} more {'graph' if number == 1 else 'graphs'} in the same way"


def folded(number: int) -> str:
    """Failed graphs of which nothing is shown."""
    graphs = (
        "1 more graph that is not right is" if number == 1 else f"{number} more graphs that are not right are"
    )
    return f"{graphs} not shown here; --json and --html have all of them"
