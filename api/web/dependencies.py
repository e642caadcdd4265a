"""What endpoints are given."""

from typing import Annotated

from fastapi import Depends, Request

from submissions.service import Service


def _service(request: Request) -> Service:
    service = request.app.state.service
    assert isinstance(service, Service)
    return service


Ours = Annotated[Service, Depends(_service)]
"""The running service."""
