"""The queue is ours alone: on PostgreSQL, what a library had made for its own goes. No job was only there."""

from alembic import op

revision = "2026_11_28_own_queue"
down_revision = "2026_11_27_class_and_graph"

_DROP = r"""
DO $$
DECLARE each record;
BEGIN
    FOR each IN SELECT oid::regclass AS name FROM pg_class
        WHERE relkind = 'r' AND relname LIKE 'procrastinate\_%' AND pg_table_is_visible(oid)
    LOOP EXECUTE 'DROP TABLE IF EXISTS ' || each.name || ' CASCADE'; END LOOP;
    FOR each IN SELECT oid::regprocedure AS name FROM pg_proc
        WHERE proname LIKE 'procrastinate\_%' AND pg_function_is_visible(oid)
    LOOP EXECUTE 'DROP FUNCTION IF EXISTS ' || each.name || ' CASCADE'; END LOOP;
    FOR each IN SELECT oid::regtype AS name FROM pg_type
        WHERE typname LIKE 'procrastinate\_%' AND typtype IN ('e', 'c') AND pg_type_is_visible(oid)
    LOOP EXECUTE 'DROP TYPE IF EXISTS ' || each.name || ' CASCADE'; END LOOP;
END $$
"""


def upgrade() -> None:
    """Forward."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_DROP)
