"""What stands in a table of grades."""

HEADER = ("Name", "Login")
"""Above the columns that come before the assignments."""
