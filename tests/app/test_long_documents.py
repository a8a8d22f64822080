"""A long document costs what its length does: nothing is looked for once per word of it."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest
from growth import assert_linear
from worktree import lay_worktree

from groundplan.app.judgement.codebase import open_codebase
from groundplan.app.judgement.documents import Written, check_document
from groundplan.markdown import blocks

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "src/client.py": "def fetch():\n    return 1\n\n\ndef upload():\n    return fetch()\n",
    "tests/test_client.py": "def test_fetch():\n    assert True\n",
}
RUNS = count()
REPEATED = {
    "one long word": ("retry", 600),
    "citations of lines in one paragraph": ("`src/d{0}/f{0}.py:3` ", 500),
    "short code spans": ("`a` ", 1500),
    "bare paths in one paragraph": ("src/d{0}/f{0}.py ", 900),
    "links in one paragraph": ("[t{0}](src/f{0}.py) ", 900),
    "steps that add a name to a file": ("- [ ] Add `retry_{0}` to `src/client_{0}.py`\n", 600),
    "names that change in one line": ("Rename `a{0}` to `b{0}`. ", 500),
    "one file in a paragraph of changes": ("Rename `fetch` to `get{0}` and create `src/client.py`, ", 400),
    "commands in one paragraph": ("Run `pytest tests/test_{0}.py`. ", 500),
    "versions in one paragraph": ("$ pytest {0}\n", 700),
    "tests named in one paragraph": ("`test_fetch_{0}` in `tests/test_client.py` covers it. ", 500),
    "empty lines": ("\n", 6000),
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    return lay_worktree(tmp_path, FILES).root


@pytest.mark.parametrize(("words", "times"), REPEATED.values(), ids=REPEATED)
def test_a_document_costs_what_its_length_does(root: Path, words: str, times: int) -> None:
    with open_codebase(root) as code:

        def check(size: int) -> None:
            # What was read once is remembered, so no two texts are the same.
            text = f"Run {next(RUNS)}\n\n{''.join(words.format(number) for number in range(size))}\n"
            check_document(code, Written("plans/x.md", text))

        check(1)
        assert_linear(check, times)


def test_a_huge_document_is_parsed_once(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:

    parsed = []
    parse = blocks.block_tokens
    monkeypatch.setattr(blocks, "block_tokens", lambda text: parsed.append(len(text)) or parse(text))
    text = "".join(f"## Heading {number}\n\nWords of it.\n\n" for number in range(8000))
    with open_codebase(root) as code:
        check_document(code, Written("plan.md", text))
    assert [size for size in parsed if size > len(text) // 2] == [len(text)]
