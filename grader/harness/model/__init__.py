"""What is known of a class: its names, where its numbers are, how its operations and its pass are called."""
