"""What numbers alone say of a fault: of single operations, of the order of rules, of whole graphs."""
