"""How much room the files of one student take in a course. A file they handed in before takes no more."""

from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.errors import NoRoom
from submissions.tables import Assignment, StoredFile, Submission


def require_room(
    session: Session, assignment: Assignment, person_id: UUID, file: tuple[str, int], *, most: int
) -> None:
    """Nothing, if a file of this digest and size can be kept too.

    Raises:
        NoRoom: if not.
    """
    digest, size = file
    theirs = (
        select(Submission.sha256)
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .where(Submission.person_id == person_id, Assignment.course_id == assignment.course_id)
    )
    if session.scalar(theirs.where(Submission.sha256 == digest).limit(1)) is not None:
        return
    used = session.scalar(select(func.sum(StoredFile.size)).where(StoredFile.sha256.in_(theirs))) or 0
    if used + size > most:
        raise NoRoom(most, used)
