"""Reads a submission's source and tries edits on it, inside the sandbox."""
