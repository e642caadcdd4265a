"""English: lowercase, plain, and without blame."""
