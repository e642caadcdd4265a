# What is graded, and how. To change it, edit these lines and upload the package again.
# `backgrade check --help` explains the options.
file=value.py
options=(--stage core --hints 3 --sandbox-level E1)
export BACKGRADE_SANDBOX=embedded
