"""The suites about classes for neurons, layers and networks: one suite a file."""
