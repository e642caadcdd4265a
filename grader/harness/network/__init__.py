"""Networks of neurons: finds the classes of a submission for them, and asks these what a graph says."""
