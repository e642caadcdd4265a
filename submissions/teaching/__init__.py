"""Results and what follows: gradebook, figures, regrades, comments, the next term."""
