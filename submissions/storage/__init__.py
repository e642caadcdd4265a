"""Where state is kept: the database, one process at a time, backups. Knows tables, and nothing of courses."""
