"""The signs by which faults are known: what a run showed. Each fault says which of them are its own."""

from enum import Enum, auto


class FaultSign(Enum):
    """A thing that was seen, whatever caused it."""

    # Of what an operation, or Python, said.
    RETURNS_NONE = auto()
    RETURNS_NO_NODE = auto()
    NO_METHOD = auto()
    """The class has no method for an operation."""
    NO_REFLECTED_METHOD = auto()
    """It has none for a plain number on the left."""
    NUMBER_REFUSED = auto()
    """An operation asked a plain number for what only a node has."""
    NODE_ADDED_TO_A_NUMBER = auto()
    """A rule added a node to a gradient that is a number."""
    UNHASHABLE = auto()
    """A set or a dictionary refused a node."""
    CALLS_ITSELF = auto()
    """An operation with a plain number on the left comes back to itself."""
    RECURSES = auto()
    """A function calls itself on any graph, and no call ends."""
    TOO_DEEP = auto()
    """A chain is deeper than Python's recursion."""
    LOOPS = auto()
    MANY_PATHS = auto()
    """Only graphs with very many paths took too long."""
    RAISES = auto()
    """An exception of which no more is known."""
    NO_RULE_CALLED = auto()
    """The pass called what stands for no rule as if it were one."""

    # Of the numbers of a whole file.
    ONLY_TEXTBOOK_RIGHT = auto()
    OWN_RULE_IGNORED = auto()
    """A rule of ours changed nothing, and yet gradients are exact."""
    NEARLY_RIGHT = auto()
    """Gradients are off by as much as a difference with a small step is."""

    # Of the order in which rules ran.
    WRONG_ORDER = auto()
    """A rule ran before all of its node's gradient had arrived."""
    TRACED_ORDER = auto()
    """Gradients reach the inputs, in numbers that only this order gives."""
    RUNS_EARLY = auto()
    FROM_THE_INPUTS = auto()
    SET_ORDER = auto()
    """A graph has other gradients in another layout of its sets."""
    EQUAL_NODES = auto()
    """Graphs are wrong where nodes hold equal numbers, and only there."""
    LATER_PASS = auto()
    """One pass is right, and a later one is not."""
    RUNS_AGAIN = auto()
    RESET_IN_A_PASS = auto()
    NO_SEED = auto()
    """The output's gradient is 0 when its rule runs."""
    SEEDS_MORE = auto()
    """More than the output begins with a gradient."""
    NOT_RESET = auto()
    DOES_NOT_RUN = auto()
    """A rule that wrote nothing did not run."""
    NOT_REACHED = auto()
    """The rule of an operation ran for one node, and not for another."""
    NOTHING_RUNS = auto()
    """A pass wrote no gradient but its output's."""
    MIDDLE_MISSING = auto()
    """The inputs and the output have their gradients, and nodes between them have none."""

    # Of one operation alone.
    WRONG_DATA = auto()
    SWAPPED_DATA = auto()
    """The data is that of swapped operands."""
    OPERAND_CHANGED = auto()
    DATA_CHANGED = auto()
    """The backward pass left other data behind."""
    NOTHING_ARRIVES = auto()
    """No operand receives anything."""
    NOTHING_BELOW = auto()
    """An operand's own operands receive nothing."""
    OPERAND_RULE_REPLACED = auto()
    """Nothing below either, but because an operand's rule is gone."""
    NO_RULE = auto()
    SENT_ELSEWHERE = auto()
    ONE_NODE = auto()
    """Where one node is both operands, one of two contributions is lost."""
    LAST_USE_KEPT = auto()
    """A rule works with what the operand's last use stored, not with what its own operation did."""
    REPLACED = auto()
    """A write replaced what another had stored."""
    SHARED_ARRAY = auto()
    SENDS_NOTHING = auto()
    """One operand receives nothing."""
    SENDS_TWICE = auto()
    NEGATED = auto()
    LOCAL_ALONE = auto()
    """The local derivative was added without the upstream gradient."""
    UPSTREAM_ALONE = auto()
    """An operand of a product received the upstream gradient as it is."""
    FACTORS_ADDED = auto()
    """The two factors were added."""
    DATA_AS_FACTOR = auto()
    OTHER_GRADIENT = auto()
    """A rule worked with a gradient that is not its node's."""
    FACTORS_MIXED_UP = auto()
    """A factor is the operand's own gradient, or the data that belongs there is not."""
    NOT_ALL_MULTIPLIED = auto()
    """The upstream gradient multiplies only a part of the local derivative."""

    # Of a network and its training.
    WITHOUT_BIAS = auto()
    """The bias of a neuron has no effect on its output."""
    LAYER_WITHOUT_EFFECT = auto()
    """No parameter of a layer has an effect on the output of the network."""
    DRAWN_ANEW = auto()
    """Each call of a network draws other weights."""
    SHARED_WEIGHTS = auto()
    """One object plays the part of several weights."""
    PARAMETERS_MISSING = auto()
    """A weight or bias is not among the parameters that are returned."""
    PARAMETERS_TWICE = auto()
    """One is among them several times."""
    APPLIED_TWICE = auto()
    """The outputs are those of neurons that apply their function twice."""
    OUTPUT_NOT_NEGATIVE = auto()
    """The output is 0 where it should be negative."""
    NEVER_BENDS = auto()
    """The output of two layers depends on the product of their weights alone: no function is between them."""
    NETWORK_NOT_RESET = auto()
    """A parameter has a gradient after all gradients were cleared."""
    CLEARED_BEFORE_STEP = auto()
    """Training clears the gradients between its pass and its step."""
    NEVER_BACKWARD = auto()
    """Training makes its step, and nothing goes backward."""
    STEPS_UP = auto()
    """A step adds what it should subtract."""
    STEP_WITHOUT_EFFECT = auto()
    """A step leaves the number of a parameter as it was, or puts no number in its place."""
    STEP_INCOMPLETE = auto()
    """A step moves some parameters as it should, and leaves others as they were."""
    LOSS_NOT_MEAN = auto()
    """The loss is larger than the mean by a constant factor."""
