from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from worktree import IndexedWorktree

from groundplan.code.postings import Postings
from groundplan.survey.history.past import load_history
from groundplan.survey.where.places import find_places

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.survey.where.places import Places


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[IndexedWorktree]:
    root = tmp_path / "shop"
    root.mkdir()
    tree = IndexedWorktree(root, tmp_path / "cache")
    tree.git("init", "-q", "-b", "main", ".")
    for number in range(3):
        tree.put("shop/upload.py", f"LIMIT = {number}\n\ndef upload(file):\n    send(file)\n")
        tree.put("shop/limits.py", f"def quota():\n    return {number}\n")
        tree.git("add", "-A")
        tree.git("commit", "-q", "-m", f"Let uploads be larger, step {number}")
    tree.put("shop/ships.py", "def sail():\n    pass\n")
    tree.git("add", "-A")
    tree.git("commit", "-q", "-m", "Sail away from crashing waves")
    yield tree
    tree.close()


def _ask(tree: IndexedWorktree, goal: str) -> Places:
    index = tree.index()
    with load_history(index) as history:
        return find_places(index, goal, history=history)


def test_files_changed_with_a_likely_one_are_found_by_history(shop: IndexedWorktree) -> None:
    why = {each.path: each.why for each in _ask(shop, "`upload` fails for large files").files}
    assert "changed together with `shop/upload.py` in 3 commits, large ones left out" in why["shop/limits.py"]


def test_a_commit_about_the_same_words_is_a_reason(shop: IndexedWorktree) -> None:
    found = _ask(shop, "crashing waves")
    assert found.files[0].path == "shop/ships.py"
    assert found.files[0].why == (
        'touched by a commit with words like those of your goal: "Sail away from crashing waves"',
    )


def test_without_a_history_words_and_names_still_answer(shop: IndexedWorktree) -> None:
    assert find_places(shop.index(), "`upload` is slow").files[0].path == "shop/upload.py"


def test_only_changed_texts_are_cut_again(shop: IndexedWorktree) -> None:
    _ask(shop, "upload")
    shop.put("shop/ships.py", "def anchor():\n    pass\n")
    index = shop.index()
    waiting = [path for path, _, cut in Postings(index, "where", "6").standing() if cut is None]
    assert waiting == ["shop/ships.py"]
    assert find_places(index, "anchor").files[0].path == "shop/ships.py"


def test_a_file_that_is_gone_is_no_place(shop: IndexedWorktree) -> None:
    (shop.root / "shop/limits.py").unlink()
    assert "shop/limits.py" not in [each.path for each in _ask(shop, "upload quota").files]
