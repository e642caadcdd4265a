"""Edits that are tried: which of them, on which plays, what they undo, and whether they prove a cause."""
