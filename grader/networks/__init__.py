"""Grades classes for neurons, layers and networks, on the submission's own `Value` or on a right one."""
