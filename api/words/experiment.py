"""What a reader can try to tell two causes apart."""

from api.i18n import N_
from api.i18n import gettext as _

_SENTENCES = {
    "play-alone": N_(
        "Run the graph alone in a fresh Python. If it is right there, your code keeps something from one "
        "graph to the next."
    ),
    "swap-operands": N_(
        "Swap the two operands. If the wrong gradient then moves to the other input, the local "
        "derivative of one operand is wrong."
    ),
    "second-input": N_(
        "Give the inputs other data, such as 1.37 and -2.91. Two causes that gave the same numbers by chance "
        "then give different numbers."
    ),
    "look-at-order": N_(
        "Print each node when `backward()` reaches it. Every node should come after all nodes that use it."
    ),
}


def experiment(id_: str) -> str:
    """The sentence for an experiment."""
    return _(_SENTENCES[id_])
