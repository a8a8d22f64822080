"""A mutant whose line is gone breaks nothing, so nobody would learn that no test notices it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("table", ["process_rules", "attacks"])
def test_every_mutant_finds_the_one_line_it_breaks(table: str) -> None:
    mutants = tomllib.loads((ROOT / f"benchmarks/mutations/{table}.toml").read_text("utf-8"))["mutant"]
    changes = [
        (mutant["what"], change) for mutant in mutants for change in (mutant, mutant.get("second")) if change
    ]
    assert changes
    sources = {each["file"]: ROOT / "src/groundplan" / each["file"] for _, each in changes}
    texts = {name: path.read_text("utf-8") if path.exists() else "" for name, path in sources.items()}
    lost = [(what, each["file"]) for what, each in changes if texts[each["file"]].count(each["old"]) != 1]
    assert lost == []
