"""What groups of students are called, and whether a submission counts for a member."""

from collections.abc import Sequence

from api.i18n import gettext as _, listed
from submissions.grading.intake.group_rows import MemberStanding, SharedAs
from submissions.tables import Person, StudentGroup


def name(group: StudentGroup) -> str:
    """Name a group as staff named it, else by its number."""
    return group.name or _("Group {number}", number=group.number)


def names(people: Sequence[Person]) -> str:
    """The members, by name; empty where there are none."""
    return listed([each.name for each in people]) if people else ""


def standing(member: MemberStanding) -> str:
    """Say what a submission would be for a member; empty where it simply counts."""
    if member.standing is SharedAs.CLOSED:
        return _("It does not count for this member: the assignment is closed for them.")
    if member.standing is SharedAs.NO_ATTEMPTS:
        return _("It does not count for this member: they have used all their attempts.")
    return _("It is late for this member.") if member.late else ""
