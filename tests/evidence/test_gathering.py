"""What the project calls itself is read off its manifests."""

from __future__ import annotations

import pytest
from made_index import MadeIndex

from groundplan.evidence.pack import own_names

MANIFESTS = {
    "pyproject.toml": '[project]\nname = "build"\n',
    "package.json": '{\n  "name": "@acme/build",\n  "version": "1.0.0"\n}\n',
    "Cargo.toml": '[package]\nname = "build"\n',
    "go.mod": "module example.com/tools/build\n\ngo 1.22\n",
}


@pytest.mark.parametrize("path", MANIFESTS)
def test_a_project_is_named_by_its_manifest(path: str) -> None:
    assert own_names(MadeIndex({path: MANIFESTS[path]})) == {"build"}


def test_a_project_without_a_manifest_has_no_name() -> None:
    assert own_names(MadeIndex({"src/build.py": "x = 1\n"})) == frozenset()
