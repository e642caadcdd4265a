"""What is asked: assignments, their versions, dates, extensions and points."""
