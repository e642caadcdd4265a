"""A course for another term: copies, and courses as files; both without people."""
