"""The engine: a submission's source text in, a Report out. No web, no database, no environment."""
