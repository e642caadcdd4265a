"""Limits of texts: a line, several lines, the name of a file or of a class."""
