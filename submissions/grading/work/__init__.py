"""The queue: submissions are graded, and exactly one result of each counts."""
