"""What a worker leaves behind of a dry run."""

from decimal import Decimal

from sqlalchemy import select

from submissions.operating.service import Service
from submissions.tables import Grading, RegradeItem, State


def try_all(service: Service, points: str) -> None:
    """Grade every attempt of every dry run that waits: each earns so many points."""
    with service.database.begin() as session:
        waiting = select(Grading).join(RegradeItem, RegradeItem.grading_id == Grading.id)
        for grading in session.scalars(waiting.where(Grading.state == State.QUEUED)):
            grading.state, grading.finished_at = State.GRADED, service.now()
            grading.points, grading.passed = Decimal(points), False
