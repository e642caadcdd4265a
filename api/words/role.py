"""What the roles in a course are called."""

from api.i18n import N_
from submissions.tables import Role

ROLES = {
    Role.OWNER: N_("Owner"),
    Role.INSTRUCTOR: N_("Instructor"),
    Role.ASSISTANT: N_("Teaching assistant"),
    Role.STUDENT: N_("Student"),
    Role.OBSERVER: N_("Observer"),
}
