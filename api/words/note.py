"""What had to be adapted to a class. None of it costs points."""

from collections.abc import Collection

from api.i18n import N_, gettext as _
from api.words.operation import operation
from grader.sandbox.replies import Note
from suites import Convention

OTHER_CLASS = "other-class"
BY_BACKWARD = "by-backward"

_SENTENCES = {
    "class-name": N_("We graded the class `{name}`."),
    OTHER_CLASS: N_(
        "We could also grade the class `{name}`. To choose it, name it as the class to grade: on the page "
        "where you submit, or with the option --class. Or call it `Value`."
    ),
    "data-name": N_("Your class calls the data of a node `{name}`."),
    "gradient-name": N_("Your class calls the gradient of a node `{name}`."),
    "backward-name": N_("In your class, `backward()` is called `{name}()`."),
    "method": N_("The method `{name}()` computes {operation}."),
    "function": N_("The function `{name}()` computes {operation}."),
    "numbers-wrapped": N_(
        "Your class does not accept plain numbers as operands. In graphs that test something else, we turned "
        "these numbers into nodes first."
    ),
    "number-wrapped": N_(
        "Your class does not accept a plain number in {operation}. In graphs that test something else, we "
        "turned it into a node first."
    ),
    "worked-around": N_(
        "Your class does not implement {operation}. In graphs that test something else, we used operations "
        "that your class implements."
    ),
    "leaf-class": N_("Your file has its own class for inputs, so we created the inputs with it."),
    "recording-flag": N_(
        "Your class computes no gradients by default, so we created the inputs with `{name}`."
    ),
    "recording-switch": N_(
        "Your class computes no gradients by default, so we ran `{name}` first, as your file does."
    ),
    "caller-seeds": N_(
        "Your class seems to expect that the caller sets the output's gradient to 1, so we did. "
        "In the graphs of the suite “Linear chain” we did not."
    ),
    "backward-takes-gradient": N_(
        "Your `backward()` takes the output's gradient as an argument, so we called it with 1.0."
    ),
    "backward-takes-flag": N_(
        "Your `backward()` moves no gradient unless `{name}` is true, so we called it with `{name}=True`."
    ),
    "made-first": N_(
        "Your nodes need an object that is made before them, so we ran `{name}` before each graph."
    ),
    "companion-operation": N_("The call `{name}` computes {operation}."),
    "pass-prepared": N_("We asked your class for gradients by `{name}`."),
    "gradients-returned": N_(
        "Your `{name}()` returns the gradients in a dict and keeps none in the nodes, so we read them there."
    ),
    "gradients-asked": N_(
        "Your class has no pass that begins at the output: we set the output's {operation} to 1, and then "
        "asked every node for `{name}`. A training loop got new inputs for each step."
    ),
    "outputs-asked": N_("Your class keeps no gradients in the nodes: we asked for each one with `{name}`."),
    "no-gradient": N_(
        "After `{name}()`, your nodes have no gradient that we can read. Store the gradient of each node in "
        "an attribute of the node, such as `grad`."
    ),
    "computed": N_(
        "The results of your class have no number until `{name}()` is called, so we called it after each "
        "operation."
    ),
    "neurons-alike": N_(
        "All neurons of a new layer start with the same weights, so they compute the same. Set the seed of "
        "`random` once in the file, and not where you create a neuron."
    ),
    "reference-value": N_(
        "We checked your neurons, layers and networks on a correct `Value` class in the place of yours, so "
        "that a mistake in that class costs nothing here."
    ),
    "rule-name": N_("Your nodes keep their local rule in `{name}`."),
    BY_BACKWARD: N_(
        "Your nodes keep no local rule that can be called alone, so we checked the local rules "
        "with `backward()`."
    ),
    "type": N_("Objects of type `{name}` do not count as numbers."),
}


_BY_BACKWARD = N_(
    "We cannot call the `{name}` of your nodes alone, so we checked the local rules with `backward()`."
)
_CONVENTIONS = {
    Convention.RELU_AT_ZERO_IS_ONE: N_(
        "Your derivative of relu at 0 is 1. PyTorch uses 0. Both are accepted."
    ),
    Convention.PASSES_COMPOUND: N_(
        "A second `backward()` on the same graph also propagates the gradients that the first one left in "
        "intermediate nodes. PyTorch adds up two separate passes. Both are accepted."
    ),
    Convention.PASSES_RESET: N_(
        "A second `backward()` on the same graph gives the gradients of one pass. "
        "PyTorch adds up two passes. Both are accepted."
    ),
    Convention.LAST_OUTPUT: N_(
        "After the backward passes of two outputs that share inputs, the inputs hold the gradients of the "
        "second output only. PyTorch adds up the gradients of both. This costs no points."
    ),
    Convention.OUTPUT_NOT_STORED: N_(
        "Your backward pass does not store the output's own gradient, which is always 1, in the output. "
        "This is accepted."
    ),
}


_OF_TWO_PASSES = (Convention.PASSES_COMPOUND, Convention.PASSES_RESET)
"""Passes on the same graph."""

_COMPUTED_AT_ONCE = N_(
    "The results of your class have no number until `{name}` is called, so we called it after each operation."
)


def note(adapted: Note) -> str:
    """The sentence for a note."""
    if adapted.kind == BY_BACKWARD and adapted.name:
        return _(_BY_BACKWARD, name=adapted.name)
    if adapted.kind == "function" and adapted.operation == "backward()":
        return _("In your file, the backward pass is the function `{name}()`.", name=adapted.name)
    if adapted.kind == "computed" and (adapted.name or "").endswith("()"):
        return _(_COMPUTED_AT_ONCE, name=adapted.name)
    return _(_SENTENCES[adapted.kind], name=adapted.name, operation=operation(adapted.operation or ""))


def conventions(chosen: Collection[Convention]) -> list[str]:
    """A sentence for each choice, but no more than one on a second pass.

    Two outputs are named only where two passes on one graph showed nothing. Two answers there are no choice.
    """
    of_two_passes = [choice for choice in _OF_TWO_PASSES if choice in chosen]
    unsaid = {Convention.LAST_OUTPUT} if of_two_passes else set()
    if len(of_two_passes) > 1:
        unsaid.update(of_two_passes)
    return [_(_CONVENTIONS[choice]) for choice in dict.fromkeys(chosen) if choice not in unsaid]
