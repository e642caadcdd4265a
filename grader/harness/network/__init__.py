"""Networks of neurons: finds the classes of a submission for them, and what each of their parts is."""
