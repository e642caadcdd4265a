"""Submissions on their way to the engine: what is taken in, and what is refused. No web, no display."""
