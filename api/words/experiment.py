"""What a reader can try to tell two causes apart."""

_WORDS = {
    "play-alone": (
        "run the graph alone in a fresh Python; if it comes out right there, something outlives a graph"
    ),
    "swap-operands": (
        "write the operands the other way round; if another input is wrong then, the share of one operand is"
    ),
    "second-input": (
        "give the inputs other data, such as 1.37 and -2.91; causes that agree by chance give "
        "different numbers then"
    ),
    "look-at-order": (
        "print each node as `backward()` comes to it; every node should come after all that use it"
    ),
}


def experiment(id_: str) -> str:
    """The sentence for an experiment."""
    return _WORDS[id_]
