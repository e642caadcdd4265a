"""Ways to undo a slip in the classes of a network, its loss or its step: one family a file.

Each has `offers(known)`, which finds the places where it could be used.
"""

from ..rewrites import families

NETWORK_FAMILIES = families(__name__, __path__)
