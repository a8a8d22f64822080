"""The index answers for what lies in the worktree, and reads only what changed."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from worktree import IndexedWorktree

CLIENT = '''\
"""A client."""

from app.errors import Failed


class Client:
    def fetch(self):
        raise Failed()


def fetch():
    return Client().fetch()
'''


def test_new_files_are_listed_ignored_ones_are_not(tree: IndexedWorktree) -> None:
    tree.put("a.py", "x = 1\n")
    tree.put(".gitignore", "*.log\n")
    tree.commit()
    tree.put("new/b.txt", "word\n")
    tree.put("noise.log", "word\n")
    assert tree.index().paths() == (".gitignore", "a.py", "new/b.txt")


def test_a_repository_inside_is_not_indexed(tree: IndexedWorktree) -> None:
    tree.put("a.py", "x = 1\n")
    inner = tree.put("vendored/b.py", "y = 1\n").parent
    subprocess.run(["git", "init", "-q"], cwd=inner, check=True)
    assert tree.index().paths() == ("a.py",)


def test_a_second_refresh_reads_only_the_changed_file(tree: IndexedWorktree) -> None:
    tree.put("a.py", "x = 1\n")
    tree.put("b.py", "y = 1\n")
    index = tree.open()
    assert index.refresh().extracted == 2
    tree.put("b.py", "y = 2\n")
    assert index.refresh().extracted == 1
    assert index.text("b.py") == b"y = 2\n"
    assert [symbol.path for symbol in index.symbols("y")] == ["b.py"]


def test_an_untouched_file_is_not_even_hashed(tree: IndexedWorktree) -> None:
    file = tree.put("a.py", "x = 1\n")
    os.utime(file, ns=(1, 1))
    index = tree.index()
    index._records.database.execute("UPDATE place SET ctime = ?", (file.stat().st_ctime_ns,))
    index._records.database.execute("UPDATE place SET size = 6, mtime = 1, inode = ?", (file.stat().st_ino,))
    assert index.refresh().hashed == 0


def test_a_change_that_keeps_size_and_time_is_seen(tree: IndexedWorktree) -> None:
    file = tree.put("a.py", "x = 1\n")
    before = file.stat()
    index = tree.index()
    tree.put("a.py", "y = 1\n")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    index.refresh()
    assert index.symbols("y")
    assert not index.symbols("x")


def test_a_change_within_the_clock_tick_of_reading_is_seen(tree: IndexedWorktree) -> None:
    index = tree.open()
    for number in range(50):
        tree.put("a.py", f"x{number:02} = 1\n")
        index.refresh()
        assert index.symbols(f"x{number:02}"), number


@pytest.mark.parametrize("is_tracked", [True, False])
def test_a_file_that_is_gone_is_forgotten(tree: IndexedWorktree, *, is_tracked: bool) -> None:
    tree.put("a.py", "x = 1\n")
    file = tree.put("b.py", "y = 1\n")
    if is_tracked:
        tree.commit()
    index = tree.index()
    file.unlink()
    assert index.refresh().gone == 1
    assert index.paths() == ("a.py",)
    assert index.outline("b.py") is None
    assert not index.symbols("y")
    assert index.names() == ("x",)
    assert index.refresh().gone == 0
    assert index.skipped() == ()


def test_definitions_are_found_by_name_with_their_place(tree: IndexedWorktree) -> None:
    tree.put("app/client.py", CLIENT)
    tree.put("app/copy.py", CLIENT)
    index = tree.index()
    found = [
        (each.path, each.definition.qualified, each.definition.kind, each.definition.line)
        for each in index.symbols("fetch")
    ]
    assert found == [
        (path, qualified, kind, line)
        for path in ("app/client.py", "app/copy.py")
        for qualified, kind, line in (("Client.fetch", Kind.METHOD, 7), ("fetch", Kind.FUNCTION, 11))
    ]


def test_base_classes_and_decorators_are_not_taken_for_definitions(tree: IndexedWorktree) -> None:
    tree.put("a.py", "@wraps\n@cached\nclass A(Base, Other):\n    pass\n")
    index = tree.index()
    assert [each.definition.name for each in index.symbols("A")] == ["A"]
    assert not index.symbols("Base")
    assert not index.symbols("wraps")


def test_imports_come_without_the_rest_of_the_outlines(tree: IndexedWorktree) -> None:
    tree.put("app/client.py", CLIENT)
    tree.put("b.txt", "plain\n")
    ((path, imports),) = tree.index().imports()
    assert path == "app/client.py"
    assert [(each.module, each.name) for each in imports] == [("app.errors", "Failed")]


@pytest.mark.req("S1-05")
@pytest.mark.parametrize("term", ["fetch_data", "fetch_data(self", "--fetch", "naïve_call", "Ωmega", "→"])
def test_every_file_that_holds_a_term_is_among_its_files(tree: IndexedWorktree, term: str) -> None:
    tree.put("a.txt", f"before “{term}” after\n")
    tree.put("b.txt", f"{term}²\n")
    tree.put("c.txt", "nothing of the kind\n")
    found = tree.index().files_with(term)
    assert {"a.txt", "b.txt"} <= set(found)
    assert "c.txt" not in found


def test_a_crlf_checkout_is_the_same_text(tree: IndexedWorktree) -> None:
    tree.put("a.py", "x = 1\ny = 2\n")
    index = tree.index()
    key = index.key("a.py")
    tree.put("a.py", "x = 1\r\ny = 2\r\n")
    assert index.refresh().extracted == 0
    assert index.key("a.py") == key
    assert index.text("a.py") == b"x = 1\ny = 2\n"


def test_the_key_of_a_text_is_its_blob_id_in_git(tree: IndexedWorktree) -> None:
    tree.put("a.py", "x = 1\n")
    tree.commit()
    assert tree.index().key("a.py") == tree.git("rev-parse", "HEAD:a.py").strip()


def test_the_same_text_in_two_languages_has_two_outlines(tree: IndexedWorktree) -> None:
    tree.put("a.py", "class A:\n    pass\n")
    tree.put("a.txt", "class A:\n    pass\n")
    index = tree.index()
    assert [each.path for each in index.symbols("A")] == ["a.py"]
    assert index.outline("a.txt") is None
    assert index.files_with("A") == ("a.py", "a.txt")


def test_peeking_needs_no_refresh(tree: IndexedWorktree) -> None:
    tree.put("a.py", "def f(): ...\n")
    index = tree.open()
    seen = index.peek("a.py")
    assert seen is not None
    text, outline = seen
    assert text == b"def f(): ...\n"
    assert outline is not None
    assert [each.name for each in outline.definitions] == ["f"]
    assert index.paths() == ()  # what git lists is for a refresh to say


def test_peeking_after_a_change_keeps_the_answers_together(tree: IndexedWorktree) -> None:
    tree.put("a.py", "def old(): ...\n")
    index = tree.index()
    tree.put("a.py", "def new(): ...\n")
    index.peek("a.py")
    assert [each.path for each in index.symbols("new")] == ["a.py"]
    assert not index.symbols("old")
    assert index.files_with("new") == ("a.py",)


@pytest.mark.parametrize(
    "path",
    ["../outside.py", "/etc/passwd", ".git/config", ".GIT/config", "a//b", "./a.py", "", "a\0b", "sub"],
)
def test_nothing_outside_the_worktree_is_read(tree: IndexedWorktree, path: str) -> None:
    tree.put("sub/a.py", "x = 1\n")
    tree.root.with_name("outside.py").write_text("secret = 1\n")
    index = tree.index()
    assert index.text(path) is None
    assert index.peek(path) is None


def test_worktrees_share_what_was_read(tree: IndexedWorktree) -> None:
    tree.put("a.py", "x = 1\n")
    tree.put("b.py", "y = 1\n")
    tree.commit()
    tree.index()
    other = tree.root.with_name("other")
    tree.git("worktree", "add", "-q", str(other))
    (other / "b.py").write_text("z = 1\n")
    index = tree.open(root=other)
    assert index.refresh().extracted == 1
    assert index.names() == ("x", "z")


def test_progress_is_told_up_to_the_end(tree: IndexedWorktree) -> None:
    for number in range(5):
        tree.put(f"{number}.txt", str(number))
    heard: list[tuple[int, int]] = []
    tree.open().refresh(lambda done, total: heard.append((done, total)))
    assert heard == [(number, 5) for number in range(1, 6)]


def test_a_file_may_have_any_name(tree: IndexedWorktree) -> None:
    names = ["with space.py", "новый.py", 'quo"te.py', "-dash.py", "new\nline.py"]
    if sys.platform == "linux":
        names.append(os.fsdecode(b"bytes\xff.py"))
    for number, name in enumerate(names):
        tree.put(name, f"x{number} = 1\n")
    index = tree.index()
    assert index.paths() == tuple(sorted(names))
    assert index.symbols("x2")[0].path == 'quo"te.py'
    assert [path for path, _ in index.outlines()] == sorted(names)


def test_what_is_installed_is_no_code_of_the_project_whether_ignored_or_not(tree: IndexedWorktree) -> None:
    tree.put("a.py", "x = 1\n")
    tree.put("vendored/node_modules/kept/index.js", "let kept = 1\n")
    tree.commit()
    tree.put("env/pyvenv.cfg", "home = /usr/bin\n")
    tree.put("env/lib/python3.11/site-packages/retry/upload.py", "def retry(): ...\n")
    tree.put("web/node_modules/left/index.js", "let left = 1\n")
    tree.put("__pycache__/a.txt", "x\n")
    tree.put("envelope.py", "y = 1\n")
    assert tree.index().paths() == ("a.py", "envelope.py", "vendored/node_modules/kept/index.js")
