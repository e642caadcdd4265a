"""Explains one graph: what each use of a node adds to its gradient, and what of that the node held."""
