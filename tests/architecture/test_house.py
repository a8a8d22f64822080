"""What the page on the layout of the source names is there, so that nobody is sent to a file that went."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_PATH = re.compile(r"`((?:[a-z_]+/)+(?:[a-z_]+\.[a-z]+)?)(?:::(\w+))?`")


def test_every_file_that_the_house_page_names_is_there(root: Path) -> None:
    text = (root / "docs/concepts/house.md").read_text("utf-8")
    named = [(match[1], match[2]) for match in _PATH.finditer(text)]
    assert len(named) > 60, "the page names what to change, or the pattern reads it no more"
    for path, name in named:
        found = [base / path for base in (root / "src/groundplan", root) if (base / path).exists()]
        assert found, path
        assert not name or re.search(
            rf"^(?:def|class) {name}\b", found[0].read_text("utf-8"), re.MULTILINE
        ), name
