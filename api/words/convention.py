"""Choices that are not the textbook's and are as good."""

from suites import Convention

_WORDS = {
    Convention.RELU_AT_ZERO_IS_ONE: (
        "the derivative of relu at 0 is 1 here, where PyTorch has 0; both are accepted"
    ),
    Convention.PASSES_COMPOUND: (
        "a second backward() on the same graph also passes on what the first left in the middle, "
        "where PyTorch adds up two passes; both are accepted"
    ),
    Convention.PASSES_RESET: (
        "a second backward() on the same graph leaves the gradients of one pass, "
        "where PyTorch adds up two passes; both are accepted"
    ),
}


def convention(chosen: Convention) -> str:
    """The sentence for a choice."""
    return _WORDS[chosen]
