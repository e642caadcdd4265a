"""How a submission obtains its gradients: the fact as a report holds it, with the signs it rests on."""

from enum import StrEnum

from grader.records import Record


class Method(StrEnum):
    """How gradients are obtained."""

    BACKPROPAGATION = "backpropagation"
    NUMERICAL = "numerical"
    FORWARD_MODE = "forward-mode"
    BY_HEART = "by-heart"
    NOT_SHOWN = "not-shown"


class MethodCertainty(StrEnum):
    """Several signs that do not depend on each other make it proven, one alone likely."""

    PROVEN = "proven"
    LIKELY = "likely"


class Sign(StrEnum):
    """An observation that speaks for a method."""

    RULE_FOLLOWED = "rule-followed"
    """A node's local rule was replaced, and the gradients are those of the made-up rule."""
    MIDDLE_GRADIENTS = "middle-gradients"
    """The gradients of the middle nodes come up in the pass."""
    CONTRIBUTIONS = "contributions"
    """A separate contribution to a middle node that is used twice comes up in the pass."""
    RULE_IGNORED = "rule-ignored"
    """A node's local rule was replaced, and the true gradients came all the same."""
    EVALUATIONS_GROW = "evaluations-grow"
    """The different numbers that come up in the pass grow with inputs times nodes."""
    OTHER_EVALUATIONS = "other-evaluations"
    """Many numbers come up in the pass that no use of the chain rule gives."""
    OPERATIONS_GROW = "operations-grow"
    """Calls of `+` and `*` in the pass grow with inputs times nodes: in earlier reports alone."""
    MOVED_INPUTS = "moved-inputs"
    """Numbers beside an input's data come up in the pass, for most inputs."""
    COMPLEX_NUMBERS = "complex-numbers"
    """Complex numbers come up in the pass, for every input."""
    OUTPUT_ELSEWHERE = "output-elsewhere"
    """A number beside each input's data comes up, and so does the output's data at just that number."""
    FOLLOWS_INPUTS = "follows-inputs"
    """Inputs were changed behind a finished graph, and the gradients are those of the new inputs."""
    ROUNDED = "rounded"
    """Data is exact, and gradients carry the error of a difference."""
    CARRIED_DERIVATIVES = "carried-derivatives"
    """Derivatives of middle nodes with respect to inputs are computed."""
    DERIVATIVES_GROW = "derivatives-grow"
    """Their number grows with inputs times nodes."""
    FORWARD_SWEEPS = "forward-sweeps"
    """Derivatives by one node come up on the way from it to the output, then those by the next."""
    FORWARD_ROWS = "forward-rows"
    """A node's derivatives by inputs come up no later than those by middle nodes, node after node."""
    FORWARD_CONTRIBUTIONS = "forward-contributions"
    """Separate contributions to a middle node's derivative with respect to an input come up."""
    KNOWN_BEFORE = "known-before"
    """All gradients are there before `backward()` is called."""
    NO_MIDDLE_GRADIENTS = "no-middle-gradients"
    """The gradients of the middle nodes come up nowhere."""
    TEXTBOOK_ONLY = "textbook-only"
    """Graphs are right at the textbook's inputs, and none of them at others."""
    NOTHING_ELSEWHERE = "nothing-elsewhere"
    """Inputs that are in no book get no gradient."""


class SignEvidence(Record):
    """A sign, with the counts it rests on."""

    sign: Sign
    seen: int | None = None
    """How many of them; of two sizes of a graph, in the larger."""
    of: int | None = None
    """The number that they are counted out of; of two sizes of a graph, the count in the smaller."""


class Gradients(Record):
    """How gradients were obtained, how sure that is, and by which signs."""

    method: Method = Method.NOT_SHOWN
    certainty: MethodCertainty | None = None
    evidence: tuple[SignEvidence, ...] = ()

    @property
    def is_proven_backpropagation(self) -> bool:
        """Whether they are proven to come from it."""
        return self.certainty is MethodCertainty.PROVEN and self.method is Method.BACKPROPAGATION

    @property
    def is_proven_otherwise(self) -> bool:
        """Whether they are proven not to come from backpropagation."""
        return self.certainty is MethodCertainty.PROVEN and self.is_otherwise

    @property
    def is_otherwise(self) -> bool:
        """Whether something else than backpropagation was seen."""
        return self.method not in (Method.BACKPROPAGATION, Method.NOT_SHOWN)


NOT_SHOWN = Gradients()
