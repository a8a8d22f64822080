"""A late pattern is the pattern, wherever it is used."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import re
from typing import Any

import pytest

import groundplan
from groundplan.plan.late_regex import _Late, late_regex


def test_it_answers_as_the_compiled_one_does() -> None:
    late, early = late_regex(r"(\w)b", re.IGNORECASE), re.compile(r"(\w)b", re.IGNORECASE)
    for text in ("", "ab AB", "b"):
        assert late.findall(text) == early.findall(text)
        assert late.sub("x", text) == early.sub("x", text)
        assert bool(late.match(text)) is bool(early.match(text))
    assert (late.pattern, late.flags, late.groups) == (early.pattern, early.flags, early.groups)


def test_it_reads_bytes_as_well() -> None:
    assert late_regex(rb"\d+").findall(b"1 22") == [b"1", b"22"]


def test_nothing_is_compiled_before_it_is_asked() -> None:
    late = late_regex("(")
    with pytest.raises(re.error):
        late.match("")


def test_every_late_pattern_of_groundplan_compiles() -> None:
    # What is compiled at import fails at once; what is compiled later would fail in somebody's hands.
    for found in pkgutil.walk_packages(groundplan.__path__, "groundplan."):
        if found.name.split(".")[1] in {"plan", "rules", "markdown", "playbooks", "store", "git", "app"}:
            importlib.import_module(found.name)
    gc.unfreeze()  # what was there when the tests began is looked at as well
    late: list[Any] = [one for one in gc.get_objects() if isinstance(one, _Late)]
    assert len(late) > 200
    assert all(one.groups >= 0 for one in late)
