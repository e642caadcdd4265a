"""Figures of a class, one a file: counted from facts that are kept as results are stored."""
