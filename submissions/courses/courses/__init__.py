"""Courses, and how people join them."""
