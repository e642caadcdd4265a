"""Ways to undo a slip in the classes of a network, its loss or its step: one subject a file.

Each has one or more functions like `offers(known)`, which find the places where it could be used.
"""

from ..rewrites import families

NETWORK_FAMILIES = families(__name__, __path__)
