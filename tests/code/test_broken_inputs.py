"""Whatever lies in a worktree, the index ends and says what it left out."""

from __future__ import annotations

import os
import socket
import sys
from typing import TYPE_CHECKING

import pytest
from risky_readers import read_riskily

from groundplan.code.files import OUTLINE_LIMIT, TEXT_LIMIT
from groundplan.code.workers import Workers

if TYPE_CHECKING:
    from worktree import IndexedWorktree

    from groundplan.code.index import Index

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes as POSIX has them")


def reasons(index: Index) -> dict[str, str]:
    return {each.path: each.reason for each in index.skipped()}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_a_text_that_says_its_encoding_is_read(tree: IndexedWorktree, encoding: str) -> None:
    mark = "\ufeff" if encoding in {"utf-16-le", "utf-16-be"} else ""
    tree.put("a.py", f"{mark}def grüß_gott(): ...\n".encode(encoding))
    index = tree.index()
    assert index.text("a.py") == "def grüß_gott(): ...\n".encode()
    assert [each.definition.line for each in index.symbols("grüß_gott")] == [1]
    assert index.skipped() == ()


def test_bytes_that_are_no_text_are_left_out(tree: IndexedWorktree) -> None:
    tree.put("nul.py", b"x = 1\n\0y = 2\n")
    tree.put("torn.txt", b"\xff\xfea")  # half a letter of UTF-16
    index = tree.index()
    assert reasons(index) == {"nul.py": "is binary", "torn.txt": "is binary"}
    assert index.paths() == ()


def test_a_text_with_a_few_zeros_is_text(tree: IndexedWorktree) -> None:
    tree.put("a.ts", b"export const blob = 'a\0b'\n" + b"export function read() {}\n" * 20)
    index = tree.index()
    assert reasons(index) == {}
    assert index.symbols("read")


def test_bytes_of_an_older_encoding_are_text(tree: IndexedWorktree) -> None:
    tree.put("a.py", "def f(): return 'café'\n".encode("latin-1"))
    index = tree.index()
    assert [each.path for each in index.symbols("f")] == ["a.py"]
    assert index.files_with("caf") == ("a.py",)


def test_deep_nesting_ends(tree: IndexedWorktree) -> None:
    tree.put("round.py", "x = " + "(" * 20_000 + ")" * 20_000 + "\ny = 1\n")
    tree.put("blocks.py", "".join(" " * depth + "if x:\n" for depth in range(2_000)) + " " * 2_000 + "pass\n")
    tree.put("calls.js", "f(" * 20_000 + ")" * 20_000 + "\n")
    tree.put("square.go", "package a\n\nvar x = " + "[" * 20_000 + "]" * 20_000 + "\n")
    index = tree.index()
    assert len(index.paths()) == 4  # with an outline or with a reason for having none
    for path in index.paths():
        assert (index.outline(path) is None) == (path in reasons(index))


def test_a_file_of_a_gigabyte_is_not_read(tree: IndexedWorktree) -> None:
    with tree.put("huge.py").open("r+b") as file:
        file.truncate(1 << 30)  # sparse: it takes no room
    tree.put("large.txt", b"word " * (TEXT_LIMIT // 5 + 1))
    tree.put("a.py", "x = 1\n")
    index = tree.index()
    assert reasons(index) == {"huge.py": "is larger than 8 MB", "large.txt": "is larger than 8 MB"}
    assert index.paths() == ("a.py",)
    assert index.refresh().hashed <= 1  # not looked at again


def test_a_long_text_is_searched_but_not_outlined(tree: IndexedWorktree) -> None:
    tree.put("bundle.js", "var wanted = 1;\n" * (OUTLINE_LIMIT // 16 + 1))
    index = tree.index()
    assert reasons(index) == {"bundle.js": "has no outline: it is larger than 1536 KB"}
    assert index.files_with("wanted") == ("bundle.js",)
    assert index.outline("bundle.js") is None


def test_pipes_sockets_and_links_are_left_alone(tree: IndexedWorktree) -> None:
    for name in ("pipe.py", "socket.py", "to_file.py", "to_folder", "loop.py"):
        tree.put(name, "x = 1\n")
    tree.put("folder/b.py", "y = 1\n")
    tree.commit()
    for name in ("pipe.py", "socket.py", "to_file.py", "to_folder", "loop.py"):
        (tree.root / name).unlink()
    os.mkfifo(tree.root / "pipe.py")
    here = os.getcwd()  # noqa: PTH109  (a socket's name may not be long, so it is made from within)
    os.chdir(tree.root)
    try:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind("socket.py")
    finally:
        os.chdir(here)
    (tree.root / "to_file.py").symlink_to("/etc/passwd")
    (tree.root / "to_folder").symlink_to("folder")
    (tree.root / "loop.py").symlink_to("loop.py")
    index = tree.index()
    assert index.paths() == ("folder/b.py",)
    assert reasons(index) == {
        "loop.py": "is a symbolic link",
        "pipe.py": "is a pipe, socket or device",
        "socket.py": "is a pipe, socket or device",
        "to_file.py": "is a symbolic link",
        "to_folder": "is a symbolic link",
    }
    assert all(index.text(path) is None for path in reasons(index))


def test_a_folder_that_became_a_link_leads_nowhere(tree: IndexedWorktree) -> None:
    tree.put("deep/inner/a.py", "x = 1\n")
    tree.commit()
    outside = tree.root.with_name("outside")
    (outside / "inner").mkdir(parents=True)
    (outside / "inner" / "a.py").write_text("secret = 1\n")
    (tree.root / "deep").rename(tree.root.with_name("moved"))
    (tree.root / "deep").symlink_to(outside)
    index = tree.index()
    assert index.text("deep/inner/a.py") is None
    assert index.peek("deep/inner/a.py") is None
    assert not index.symbols("secret")
    assert reasons(index)["deep/inner/a.py"] == "lies behind a symbolic link"


def test_folders_may_be_three_hundred_deep(tree: IndexedWorktree) -> None:
    path = "/".join(["d"] * 300) + "/a.py"
    tree.put(path, "x = 1\n")
    index = tree.index()
    assert index.paths() == (path,)
    assert [each.path for each in index.symbols("x")] == [path]


def test_merge_markers_do_not_hide_the_rest(tree: IndexedWorktree) -> None:
    tree.put(
        "a.py",
        "def before(): ...\n<<<<<<< ours\ndef mine(): ...\n=======\ndef theirs(): ...\n>>>>>>> theirs\n"
        "def after(): ...\n",
    )
    assert {"before", "mine", "theirs", "after"} <= set(tree.index().names())


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_named(tree: IndexedWorktree) -> None:
    tree.put("a.py", "x = 1\n").chmod(0)
    assert reasons(tree.index()) == {"a.py": "cannot be read: Permission denied"}


def test_a_text_that_breaks_its_reader_is_named_and_still_searched(tree: IndexedWorktree) -> None:
    tree.put("bad.js", "CRASH now\n")
    tree.put("worse.ts", "SPIN now\n")
    tree.put("good.go", "Fetch now\n")
    index = tree.index(Workers(count=1, read=read_riskily, limit=0.2))
    assert reasons(index) == {
        "bad.js": "has no outline: its reader crashed (SIGSEGV)",
        "worse.ts": "has no outline: its reader took more than 0.2 s",
    }
    assert index.files_with("now") == ("bad.js", "good.go", "worse.ts")
    assert [each.path for each in index.symbols("Fetch")] == ["good.go"]
    assert index.refresh().extracted == 0  # what broke its reader once is not tried at every refresh


def test_a_minified_script_is_searched_but_not_outlined(tree: IndexedWorktree) -> None:
    tree.put("lib/pressed.min.js", "function one(){return 1};" * 1000)
    tree.put("lib/plain.js", "function one() {\n  return 1;\n}\n" * 1000)
    index = tree.index()
    assert index.outline("lib/pressed.min.js") is None
    assert index.outline("lib/plain.js") is not None
    assert index.files_with("one") == ("lib/plain.js", "lib/pressed.min.js")
    assert reasons(index) == {"lib/pressed.min.js": "has no outline: it is minified"}
