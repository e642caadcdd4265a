"""The pages: one page a file, found by its name."""
