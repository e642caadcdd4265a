"""Makes a graph that fails smaller, as long as it fails.

A cut keeps some operations; what they need of the others becomes a fresh input with the data it had.
Cuts are tried many at a time, because every try crosses the wall of a sandbox: few rounds, the
small ones first, and in each round a few of every size, because not every fault fits in a small graph.
"""
