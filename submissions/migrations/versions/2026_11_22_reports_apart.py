"""Reports in a table of their own, and files that are deleted when they were kept for long enough.

Reports move in batches, inside of the database and of one transaction: as a whole or not at all. The column
goes by the database's own statement. Alembic's way for SQLite, which makes the table anew, would delete the
old one, and all jobs with it.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_reports"
down_revision = "2026_11_22_trials"

_AT_A_TIME = 500


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "report",
        sa.Column("grading_id", sa.Uuid(), nullable=False),
        sa.Column("content", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["grading_id"], ["grading.id"], name=op.f("fk_report_grading_id_grading"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("grading_id", name=op.f("pk_report")),
    )
    _move()
    op.execute("ALTER TABLE grading DROP COLUMN report")
    op.add_column("stored_file", sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True))
    op.drop_index("ix_submission_assignment_id_submission_person_id_submission_id", "submission")
    op.create_index("ix_submission_of_student", "submission", ["assignment_id", "person_id", "id", "state"])


def _move() -> None:
    grading = sa.table("grading", sa.column("id", sa.Uuid()), sa.column("report", sa.String()))
    report = sa.table("report", sa.column("grading_id", sa.Uuid()), sa.column("content", sa.String()))
    connection = op.get_bind()
    there = grading.c.report.is_not(None)
    beyond: sa.ColumnElement[bool] = sa.true()
    while True:
        batch = sa.select(grading.c.id).where(there, beyond).order_by(grading.c.id).limit(_AT_A_TIME)
        ids = list(connection.scalars(batch))
        if not ids:
            return
        moved = sa.select(grading.c.id, grading.c.report).where(there, grading.c.id.between(ids[0], ids[-1]))
        connection.execute(sa.insert(report).from_select(["grading_id", "content"], moved))
        beyond = grading.c.id > ids[-1]
