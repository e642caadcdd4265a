"""A typed client for the REST interface of Backgrade.

`Backgrade` is a service with a token, `backgrade_client.api` has a function for each operation, and
`backgrade_client.models` the documents that they take and give.
"""

from ._version import VERSION
from .client import Backgrade, Refused
from .waiting import wait_until_graded

__all__ = ["VERSION", "Backgrade", "Refused", "wait_until_graded"]
