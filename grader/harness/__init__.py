"""What runs inside the sandbox: standard library only, nothing of the host's.

Run by path, `python -s -P -S grader/harness`. A *zygote* preloads modules and forks children; each
child locks itself down before it touches a submission, and answers with numbers.
"""
