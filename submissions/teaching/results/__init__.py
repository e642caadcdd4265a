"""Results of submissions, and how much of each a caller may see."""
