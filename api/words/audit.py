"""What the events of the audit log are called."""

from collections.abc import Mapping
from typing import Any

from api.i18n import N_

EVENTS = {
    "assignment-archived": N_("Assignment archived"),
    "assignment-changed": N_("Assignment changed"),
    "assignment-made": N_("Assignment created"),
    "course-archived": N_("Course archived"),
    "course-changed": N_("Course changed"),
    "course-deletion-planned": N_("Deletion of the course planned"),
    "course-made": N_("Course created"),
    "course-restored": N_("Course restored"),
    "extension-given": N_("Extension given"),
    "extension-taken-back": N_("Extension withdrawn"),
    "group-changed": N_("Group of a student changed"),
    "group-joined": N_("Group joined"),
    "group-left": N_("Group left"),
    "group-made": N_("Group made"),
    "groups-formed": N_("Groups formed"),
    "join-code-made": N_("Join code created"),
    "join-code-revoked": N_("Join code revoked"),
    "joined": N_("Joined with a code"),
    "link-made": N_("Sign-in link created"),
    "override-given": N_("Points set by staff"),
    "override-taken-back": N_("Points set by staff withdrawn"),
    "person-admitted": N_("Person added"),
    "person-left": N_("Person removed"),
    "place-changed": N_("Section or student number changed"),
    "regrade": N_("Graded again"),
    "regrade-class": N_("All submissions graded again"),
    "retention-set": N_("Retention changed"),
    "role-given": N_("Role changed"),
    "roster-imported": N_("Roster imported"),
    "token-made": N_("Token created"),
    "weights-set": N_("Weights changed"),
}
"""By the name that the log keeps."""


def details(given: Mapping[str, Any]) -> str:
    """What else the log keeps of an event, as `name: value`."""
    return ", ".join(f"{name}: {value}" for name, value in given.items() if value not in (None, ""))
