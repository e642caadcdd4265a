"""A small graph that shows a cause, explained from what the submission wrote."""
