"""A submission's code while it runs: traced, counted, ended; what went wrong in it, as data."""
