"""What people and machines meet: pages, REST, command line, learning platforms."""
