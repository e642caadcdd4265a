"""What is kept: people, courses, assignments, submissions, grades. No web, no display."""
