"""Words for the edits that the diagnosis tried."""

from api.i18n import gettext as _, ngettext
from api.words.finding import UNKNOWN, cause, site
from api.words.place import with_place
from grader.finding import Tried


def heading() -> str:
    """Return the title of the list."""
    return _("Repairs that we tried")


def lead() -> str:
    """Return what a reader of the list must know."""
    return _(
        "To find the causes, we repaired one mistake at a time in a copy of the code, and graded small "
        "failing graphs again. ✓ marks what is part of the repair. Edits after which half of these graphs or "
        "more still failed are not listed, nor are other ways to repair them all."
    )


def undone(tried: Tried) -> str:
    """Return the mistake that was undone, and where."""
    return with_place(cause(tried.fault) if tried.fault != UNKNOWN else _("Another edit"), site(tried.where))


def mended(tried: Tried) -> str:
    """Return how many graphs passed with it."""
    if not tried.of:
        return _("It helps only together with the rest of the repair.")
    return ngettext(
        "With this repaired, {mended} of {n} graph passed.",
        "With this repaired, {mended} of {n} graphs passed.",
        tried.of,
        mended=tried.mended,
    )
