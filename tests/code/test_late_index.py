"""An index that is refreshed late: single files cost no refresh, the whole costs one."""

from __future__ import annotations

from made_index import MadeIndex

from groundplan.code.late_index import LateIndex

FILES = {"a.py": "def f():\n    pass\n", "b.py": "import a\n"}


def test_looking_at_single_files_refreshes_nothing() -> None:
    inner = MadeIndex(FILES)
    index = LateIndex(inner)
    outline = index.outline("a.py")
    assert outline is not None
    assert [each.name for each in outline.definitions] == ["f"]
    assert index.text("b.py") == b"import a\n"
    assert index.peek("none.py") is None
    assert inner.refreshes == 0


def test_the_whole_is_refreshed_once_however_many_ask() -> None:
    inner = MadeIndex(FILES)
    index = LateIndex(inner)
    assert index.paths() == ("a.py", "b.py")
    assert index.files_with("import") == ("b.py",)
    index.refresh()
    assert index.outline("a.py") is not None
    assert inner.refreshes == 1


def test_a_file_is_read_once_in_one_command() -> None:
    inner = MadeIndex(FILES)
    index = LateIndex(inner)
    assert index.text("a.py") is not None
    inner.files["a.py"] = b"changed"
    assert index.text("a.py") == FILES["a.py"].encode()
