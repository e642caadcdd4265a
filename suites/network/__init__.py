"""What is asked of classes for neurons, layers and networks: one suite a file."""
