"""Choices that are not the textbook's and are as good."""

from api.i18n import N_
from api.i18n import gettext as _
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
    Convention.OUTPUT_NOT_STORED: N_(
        "Your backward pass does not store the output's own gradient, which is always 1, in the output. "
        "This is accepted."
    ),
}


def convention(chosen: Convention) -> str:
    """The sentence for a choice."""
    return _(_SENTENCES[chosen])
