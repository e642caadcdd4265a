"""The page on which a file is tried without an account."""

from api.words import Message

TITLE = "Try it"
LEAD = (
    "Hand in a scalar `Value` class. In a moment you read what is wrong, where, and why, "
    "with the lost gradient drawn."
)
KEPT = (
    "No account is needed. Your file and its result are deleted within the hour; nobody else can open them."
)
STAGE = "What is it to be graded on?"
STAGES = {
    "full": "everything: local rules, the whole graph, operations and training",
    "core": "the core: a chain, a value used twice, five nodes, a diamond",
    "local-rules": "local rules: what `+` and `*` hand on, without `backward()`",
    "whole-graph": "the whole graph: `backward()`, its order and its sums",
    "operations": "operations: minus, division, powers, tanh, exp, relu, plain numbers",
    "training": "training: several passes, and `zero_grad()`",
    "stress": "stress: 5,000 nodes in a row and other large graphs",
    "everything": "everything, and stress",
}
GRADED_ON = "Graded on"
GRADED = {
    "core": "the core",
    "local-rules": "local rules",
    "whole-graph": "the whole graph",
    "operations": "operations",
    "training": "training",
    "full": "local rules, the whole graph, operations and training",
    "stress": "stress",
    "everything": "all suites there are",
}
"""What a result is of."""
EXAMPLE = "No file at hand?"
EXAMPLE_LINK = "Put an example in the editor"
EXAMPLE_SAYS = "It has a slip that many make."
AGAIN = "Try another file"
CLOSED = Message("trying files without an account is switched off here", "sign in to hand in a file")
GONE = Message(
    "this result is not here, or no more",
    "files that are tried are deleted within the hour; try the file again",
)


def expires(length: str) -> str:
    """When a trial is deleted."""
    return f"This page and the file are deleted {length}. Nothing of it was kept for an account."
