"""A made term: a class whose files the real engine graded, and all that people of a course do besides."""
