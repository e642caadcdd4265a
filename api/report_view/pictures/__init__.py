"""A graph that is explained, to be looked at: as a drawing, as text, as a replay of what was written."""
