"""The figures we claim, each a command: `python -m bench NAME...`.

A figure is a ratio of two things measured in turn in one run, wherever one can be had: absolute times
wander with the machine.
"""
