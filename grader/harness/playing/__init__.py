"""Graphs played with a class, and the numbers that come of them."""
