"""Groups of students who submit an assignment together: formed by their members or by staff."""
