"""The pages of suites and faults."""

from api.words.en.count import count
from grader.faults import Layer

FAULTS = "Faults"
FAULTS_LEAD = (
    "What goes wrong in backprop assignments. Each page says what happens, why, and what to do; "
    "a result names them only where it can show them."
)
SUITES = "Suites"
SUITES_LEAD = (
    "What is asked of a class. Each suite holds one truth, and the graphs that show whether it is kept."
)
HINTS = "Questions that lead to it"
HINTS_SAYS = "Open one at a time, and try before you open the next."
CODE = "What it looks like"
RIGHT = "as it should be"
WRONG = "with the slip"
GRAPHS = "Graphs"
AT = "at"
FRESH = "also at fresh numbers, drawn for each file"
NEEDS = "Where these fail, it is not run"
TRY = "Try a file on this stage"
CORE = "core"

LAYERS = {
    Layer.CONTRACT: "names, signatures, what is returned",
    Layer.FORWARD: "the forward pass",
    Layer.SEED: "the seed",
    Layer.TRAVERSAL: "the order of the nodes",
    Layer.STATE: "what is reset, and what survives",
    Layer.RULE: "the share of each operand",
    Layer.UNARY: "functions of one value",
    Layer.REFLECTED: "plain numbers on the left",
    Layer.METHOD: "not backpropagation at all",
}


def graphs(number: int) -> str:
    """How many a suite has."""
    return count(number, "graph")
