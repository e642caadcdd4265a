"""What became of submissions: results, grades, gradebook, regrades, points given by a person."""
