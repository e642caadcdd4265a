"""A model of the class: its names, the places of its numbers, ways to call its operations and its pass."""
