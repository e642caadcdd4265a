"""A number that is not what it must be."""

from grader.compare import Reason

_SEEN = {
    Reason.DIFFERENT: "got {got}",
    Reason.CHANGED: "{got} after backward(), right before",
    Reason.NAN: "got nan",
    Reason.INFINITE: "got an infinite number",
    Reason.ABSENT: "there is no such attribute",
    Reason.NONE: "got None",
    Reason.BOOL: "got True or False",
    Reason.COMPLEX: "got a complex number",
    Reason.GIANT: "got a number too large for a float",
    Reason.WRONG_TYPE: "got something that is not a number",
    Reason.RAISED: "reading it raised an exception",
}


def seen_instead(reason: Reason, got: str) -> str:
    """What stands where the right number is expected."""
    return _SEEN[reason].format(got=got)
