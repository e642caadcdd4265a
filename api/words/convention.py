"""Choices that are not the textbook's and are as good."""

from collections.abc import Collection

from api.i18n import N_, gettext as _
from suites import Convention

_SENTENCES = {
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


def conventions(chosen: Collection[Convention]) -> list[str]:
    """A sentence for each choice, but no more than one on a second pass.

    Two outputs are named only where two passes on one graph showed nothing. Two answers there are no choice.
    """
    of_two_passes = [choice for choice in _OF_TWO_PASSES if choice in chosen]
    unsaid = {Convention.LAST_OUTPUT} if of_two_passes else set()
    if len(of_two_passes) > 1:
        unsaid.update(of_two_passes)
    return [_(_SENTENCES[choice]) for choice in dict.fromkeys(chosen) if choice not in unsaid]
