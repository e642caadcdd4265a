"""How a class is built: what of it are rules, traversal and seed. Shapes it does not know it leaves out."""
