"""The service at its edge: pages, REST, the command line, learning platforms."""
