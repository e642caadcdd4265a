"""A number that is not what it must be."""

from api.i18n import N_, gettext as _
from grader.compare import Reason

_GOT = {
    Reason.CHANGED: N_("{got}, changed by `backward()`"),
    Reason.INFINITE: N_("an infinite number"),
    Reason.ABSENT: N_("no such attribute"),
    Reason.BOOL: N_("`True` or `False`"),
    Reason.COMPLEX: N_("a complex number"),
    Reason.GIANT: N_("a number too large for a float"),
    Reason.WRONG_TYPE: N_("an object that is not a number"),
    Reason.RAISED: N_("an exception"),
}
_CODE = {Reason.DIFFERENT: "{got}", Reason.NAN: "nan", Reason.NONE: "`None`"}


def got_instead(reason: Reason, number: str) -> str:
    """Return what stands beside the right number, under a heading like `got`."""
    return _CODE[reason].format(got=number) if reason in _CODE else _(_GOT[reason], got=number)
