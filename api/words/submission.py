"""The states of a submission, as badges show them."""

from api.i18n import N_
from submissions.tables import State

STATES = {
    State.QUEUED: N_("queued"),
    State.GRADING: N_("grading"),
    State.GRADED: N_("graded"),
    State.REFUSED: N_("not gradable"),
    State.INTERNAL_ERROR: N_("not graded (our error)"),
    State.WITHDRAWN: N_("withdrawn"),
}
KINDS = {
    State.QUEUED: "other",
    State.GRADING: "other",
    State.GRADED: "",
    State.REFUSED: "other",
    State.INTERNAL_ERROR: "other",
    State.WITHDRAWN: "",
}
"""The look of each state."""
