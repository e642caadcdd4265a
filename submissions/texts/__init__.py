"""What a line, a text, or the name of a file or a class may be."""
