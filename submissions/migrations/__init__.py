"""Migrations, from the first table on: forward only."""
