"""The fault hunt: graphs that students write, played on faulty classes of ours, which they expose or not.

Nothing of a student's is run here, and nothing of it reaches a parser that recursion could exhaust.
"""
