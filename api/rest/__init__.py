"""The REST interface, version 1: one resource a file, found by its name."""
