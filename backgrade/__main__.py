"""`python -m backgrade` is the command line."""

from api.command import run

run()
