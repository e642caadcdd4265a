"""The state: people, courses, assignments, submissions, grades. No web, no display."""
