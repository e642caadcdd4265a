"""What each role in a course is called, and what it may do."""

from api.i18n import N_
from submissions.tables import Role

ROLES = {
    Role.OWNER: N_("Owner"),
    Role.INSTRUCTOR: N_("Instructor"),
    Role.ASSISTANT: N_("Teaching assistant"),
    Role.STUDENT: N_("Student"),
    Role.OBSERVER: N_("Observer"),
}
PERMISSIONS = {
    Role.OWNER: N_("Can do everything, including changes to the course and its owners."),
    Role.INSTRUCTOR: N_("Manages assignments, people and grades."),
    Role.ASSISTANT: N_("Sees all submissions and grades, and changes nothing."),
    Role.STUDENT: N_("Submits, and sees their own submissions and grades."),
    Role.OBSERVER: N_("Sees the assignments, and submits nothing."),
}
