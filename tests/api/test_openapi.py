"""Every operation of the HTTP description says what it does; `tests/hard/test_schemathesis.py` tries what it allows."""

from __future__ import annotations

from api.http.app import create_app
from api.http.settings import Settings


def test_every_operation_is_described() -> None:
    described = create_app(Settings()).openapi()
    operations = [
        (path, method, operation) for path, item in described["paths"].items() for method, operation in item.items()
    ]
    assert len(operations) > 40
    for path, method, operation in operations:
        assert operation.get("description"), f"{method} {path} says nothing about itself"
        assert path.startswith("/api/v1/")
