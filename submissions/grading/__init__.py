"""From a file to a stored report: what is accepted, and the jobs that grade it."""
