"""Codes of messages, one byte each, and numbers that the harness and the host agree on."""

OUT_OF_MEMORY = 78
"""The status of a child that has no memory left to say so."""

MEASURED = ((0.5, 1.0), (-0.5, 1.0), (0.5, -1.0), (-0.5, -1.0), (0.5, 0.4))
"""The weights of the first and of the last neuron with which it is seen which functions are at their ends.

The last pair tells tanh of a product from a product with tanh."""


class MessageCode:
    """Messages between the host and the supervisor, and from the supervisor to its child."""

    # from the host
    OPEN = b"O"
    """A submission: a line of JSON, then its bytes."""
    JOB = b"J"
    """Something to do with it."""
    CLOSE = b"C"
    """Its end; the same comes back when its child has ended."""
    SELF_TEST = b"T"
    """Try everything that a submission must not be able to do; the same comes back with the results."""

    # to the host
    READY = b"R"
    """The zygote is set up: what it is made of."""
    ANSWERS = b"D"
    """Bytes of the child: frames of `ReplyCode`, which are opaque to the supervisor."""
    PRINTED = b"P"
    """Text that the submission printed."""
    USED = b"U"
    """How long the child has computed and waited."""
    ENDED = b"E"
    """The child is gone: by itself, or by a limit."""


class ReplyCode:
    """Replies of a child. What stands in them is a submission's word."""

    OUTLINE = b"O"
    """The classes and functions in the source. Sent before any of it runs: the harness's word."""
    LOADED = b"L"
    """The outcome of loading the source. The last of an opening."""
    DONE = b"Z"
    """The last of a job."""
    VALUES = b"V"
    """The numbers of one play, or why there are none."""
    OFFERS = b"S"
    """The changes that could be made to the source."""
    EDITED = b"X"
    """The edits that were carried out, as text."""
    WRITES = b"T"
    """The writes of one play."""
    PASTED = b"Q"
    """The text that lines behind the class print."""
    UNCALLED = b"K"
    """The methods that no play of a job ran."""
    PLACE = b"W"
    """Where a step that takes long is just now."""
    COUNTING = b"C"
    """Some more steps of a play were counted: it goes on."""
    FAILED = b"F"
    """Code of ours raised an exception, and the child ends: which, and at which of our lines."""
    COUNTED = b"N"
    """Why a step is ended whose steps were counted: a loop that does not end, or too many of them."""


class JobCode:
    """The kinds of jobs, by what they ask for."""

    PLAYS = "plays"
    BUILT = "built"
    """A play whose gradients are not asked for."""
    SURVEY = "survey"
    CANDIDATES = "candidates"
    EDITED = "edited"
    TRACED = "traced"
    PASTED = "pasted"
    UNCALLED = "uncalled"
