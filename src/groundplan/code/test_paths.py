"""Which files are tests, by the names all four languages' test runners look for."""

from __future__ import annotations

import re

_TEST = re.compile(
    r"(?:^|/)(?:tests|__tests__|spec|e2e)/|^(?:test|testing)/"
    # further down a Python package these hold what its users test with: `django/test/client.py`
    r"|/(?:test|testing)/[\s\S]*+(?<!\.py)(?<!\.pyi)$"
    r"|(?:^|/)(?:test_[^/]*|[^/]*_test|conftest|tests)\.pyi?$"
    r"|_test\.go$"
    r"|\.(?:test|spec|cy)\.[cm]?[jt]sx?$"
)


def is_test(path: str) -> bool:
    """Whether a file is a test or belongs to the tests."""
    return _TEST.search(path) is not None
