"""The jobs room: work that waits, is claimed by one attempt at a time, tried again, and given up."""
