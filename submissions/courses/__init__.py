"""Courses, their people and groups, their assignments, and how a grade comes about."""
