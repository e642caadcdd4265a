"""The gradebook of a course, what each student sees of it, and points that a person gives."""
