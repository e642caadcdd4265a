"""What people meet: the command line, the words, the formats of a report."""
