"""What is said of a gradebook file that cannot be filled, and of rows that are nobody's."""

from api.i18n import N_
from api.i18n import gettext as _
from api.spreadsheets.filling import CannotFill
from api.spreadsheets.matching import Unmatched
from api.spreadsheets.table_file import NotATable
from api.words import Message
from api.words.unusable import WHY

UNMATCHED = {
    Unmatched.UNKNOWN: N_("No student of this course has one of these ids."),
    Unmatched.AMBIGUOUS: N_("More than one student or row has these ids."),
    Unmatched.LIKELY: N_("One student has this full name, and no id that this file could have."),
}


def why_not(error: NotATable | CannotFill) -> Message:
    """Say what is wrong with a file, and what to do next."""
    return Message(_(WHY[f"gradebook-{error.why}"]))
