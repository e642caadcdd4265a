"""The tables of the first release, from which every database of ours has come.

A new database has the tables of the code at once (`Database.migrate`), so nothing is done here.
"""

revision = "2026_11_29_jobs"
down_revision = None


def upgrade() -> None:
    """Forward."""
