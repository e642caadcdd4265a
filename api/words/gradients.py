"""How gradients were obtained, and by which signs that is known."""

from api.i18n import N_, gettext as _
from api.words import Message
from grader.gradients import Gradients, Method, MethodCertainty, Sign, SignEvidence

_FACTS = {
    Method.BACKPROPAGATION: N_("Gradients by backpropagation"),
    Method.NUMERICAL: N_("Gradients by numerical differentiation"),
    Method.FORWARD_MODE: N_("Gradients by forward mode"),
    Method.BY_HEART: N_("Gradients from stored answers"),
    Method.NOT_SHOWN: N_("We could not see how your class computes gradients"),
}
_CERTAIN = {MethodCertainty.PROVEN: N_("{fact} (proven)"), MethodCertainty.LIKELY: N_("{fact} (likely)")}

_PROVEN = {
    Method.NUMERICAL: N_(
        "Your `backward()` does not use the chain rule: it evaluates the graph again at other inputs "
        "(numerical differentiation)."
    ),
    Method.FORWARD_MODE: N_(
        "Your class carries derivatives forward from the inputs (forward mode). "
        "Backpropagation goes from the output to the inputs."
    ),
    Method.BY_HEART: N_(
        "Your class contains stored answers for the well-known example graphs. With other inputs it "
        "gives no gradient."
    ),
}
_LIKELY = {
    Method.NUMERICAL: N_("Your `backward()` seems to use numerical differentiation."),
    Method.FORWARD_MODE: N_("Your class seems to carry derivatives forward from the inputs (forward mode)."),
    Method.BY_HEART: N_("Your class seems to contain stored answers for the well-known example graphs."),
}
_COSTS = N_("Each graph earns a quarter of its points, for its forward pass.")
_COSTS_NOTHING = N_("This costs no points here.")
_POINTS_STAY = N_("Your points stay. Your course staff will look at this file.")
_ADVICE = N_("Start `backward()` at the output, and let each node pass its gradient to its operands.")

_SIGNS = {
    Sign.RULE_FOLLOWED: N_("We replaced the local rule of one node, and the gradients followed it."),
    Sign.MIDDLE_GRADIENTS: N_("`backward()` computes the gradients of {seen} of {of} intermediate nodes."),
    Sign.CONTRIBUTIONS: N_("`backward()` computes the separate contributions to a value that is used twice."),
    Sign.RULE_IGNORED: N_("We replaced the local rule of one node, and the gradients did not follow it."),
    Sign.EVALUATIONS_GROW: N_(
        "`backward()` computes {of} numbers that the chain rule does not give for 3 inputs, and {seen} for "
        "9: this grows faster than the number of inputs."
    ),
    Sign.OTHER_EVALUATIONS: N_("`backward()` computes {seen} numbers that the chain rule does not give."),
    Sign.OPERATIONS_GROW: N_(
        "`backward()` calls the forward operations {of} times for 3 inputs, and {seen} times for 9: "
        "this grows faster than the number of inputs."
    ),
    Sign.MOVED_INPUTS: N_("`backward()` uses numbers close to the data of {seen} of {of} inputs."),
    Sign.COMPLEX_NUMBERS: N_("`backward()` uses complex numbers ({seen})."),
    Sign.OUTPUT_ELSEWHERE: N_(
        "For {seen} of {of} inputs, `backward()` computes the output's data at another value of the input."
    ),
    Sign.FOLLOWS_INPUTS: N_(
        "We changed the inputs of a finished graph, and `backward()` gave the gradients of the new inputs: "
        "it computed the graph again."
    ),
    Sign.ROUNDED: N_("The data is exact, but the gradients have the small error of a finite difference."),
    Sign.CARRIED_DERIVATIVES: N_(
        "Your class computes {seen} of {of} derivatives of intermediate nodes with respect to the inputs."
    ),
    Sign.DERIVATIVES_GROW: N_(
        "Your class computes {of} such derivatives for 3 inputs, and {seen} for 9: "
        "this grows faster than the number of inputs."
    ),
    Sign.FORWARD_SWEEPS: N_(
        "Your class computes the derivatives with respect to one node on the way from it to the output, "
        "then those with respect to the next node. We saw this for {seen} nodes."
    ),
    Sign.FORWARD_ROWS: N_(
        "Your class computes the derivatives of a node with respect to all others together, node after node, "
        "from operands to results. We saw this for {seen} nodes."
    ),
    Sign.FORWARD_CONTRIBUTIONS: N_(
        "Your class computes the separate contributions to derivatives with respect to the inputs, "
        "and adds them on the way from the inputs to the output."
    ),
    Sign.KNOWN_BEFORE: N_("All gradients are known before `backward()` is called."),
    Sign.NO_MIDDLE_GRADIENTS: N_("Your class never computes the gradients of the intermediate nodes."),
    Sign.TEXTBOOK_ONLY: N_(
        "{seen} of {of} graphs are right with the well-known example inputs and wrong with all other inputs."
    ),
    Sign.NOTHING_ELSEWHERE: N_("With other inputs, `backward()` gives no gradient."),
}


def fact(obtained: Gradients) -> str:
    """The method and how sure it is, in a line."""
    return _fact(obtained.method, obtained.certainty)


def not_seen(*, all_right: bool) -> str:
    """Say that nothing could be seen, that it costs nothing, and what to do."""
    if all_right:
        return _(
            "We could not see how your class computes gradients. This costs no points. If you are not sure "
            "that it is backpropagation, ask your course staff."
        )
    return _(
        "We could not see how your class computes gradients. This costs no points. First make more graphs "
        "pass: with right gradients, we can usually see it."
    )


def _fact(method: Method, certainty: MethodCertainty | None) -> str:
    text = _(_FACTS[method])
    return _(_CERTAIN[certainty], fact=text) if certainty else text


def otherwise(obtained: Gradients, *, costs: bool) -> Message | None:
    """Say that gradients do not come from backpropagation, and what follows; None where they do."""
    if not obtained.is_otherwise:
        return None
    if not obtained.is_proven_otherwise:
        return Message(f"{_(_LIKELY[obtained.method])} {_(_POINTS_STAY)}", _(_ADVICE))
    return Message(f"{_(_PROVEN[obtained.method])} {_(_COSTS if costs else _COSTS_NOTHING)}", _(_ADVICE))


def sign(evidence: SignEvidence) -> str:
    """One sign, as a sentence."""
    return _(_SIGNS[evidence.sign], seen=evidence.seen, of=evidence.of)


def flag(method: str, *, proven: bool) -> str:
    """Name the method in a list of submissions, for staff."""
    return _fact(Method(method), MethodCertainty.PROVEN if proven else MethodCertainty.LIKELY)
