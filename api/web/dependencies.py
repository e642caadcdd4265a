"""What endpoints are given."""

from typing import Annotated

from fastapi import Depends, Request

from submissions.operating.service import Service


async def _service(request: Request) -> Service:  # it waits for nothing: no thread is needed
    service = request.app.state.service
    assert isinstance(service, Service)
    return service


Ours = Annotated[Service, Depends(_service)]
"""The running service."""
