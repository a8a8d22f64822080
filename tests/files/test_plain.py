"""Regular files are opened, nothing else is, and nobody waits."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from groundplan.files.plain import open_plain, read_below, read_named, read_pieces, read_plain

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes and links are other things there")


def test_a_file_is_read_up_to_a_limit(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"words")
    assert read_plain(file) == b"words"
    assert read_plain(file, most=2) == b"wo"
    assert b"".join(read_pieces(file)) == b"words"


def test_what_is_no_file_is_an_error_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's whole name may have a hundred letters, wherever the tests lie
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
    told = {"pipe": "a named pipe", "link": "a named pipe", "zero": "a device", "socket": "a socket"}
    for name, kind in told.items():
        with pytest.raises(OSError, match=kind) as caught:
            read_plain(tmp_path / name, follows=True)
        assert caught.value.errno == errno.ENXIO
    with pytest.raises(IsADirectoryError):
        read_plain(tmp_path)


def test_a_link_is_followed_only_if_that_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"words")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="a symbolic link") as caught:
        read_plain(tmp_path / "b")
    assert caught.value.errno == errno.ELOOP
    assert read_plain(tmp_path / "b", follows=True) == b"words"


def test_a_file_that_turns_into_a_pipe_after_the_look_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"words")
    looked = file.stat()
    file.unlink()
    os.mkfifo(file)
    monkeypatch.setattr(os, "stat", lambda *_, **__: looked)
    with pytest.raises(OSError, match="a named pipe"):
        open_plain(file)


def test_a_descriptor_of_the_callers_shell_is_read() -> None:
    code = "from groundplan.files.plain import read_named; print(read_named('/dev/stdin', most=9))"
    ran = subprocess.run([sys.executable, "-c", code], input=b"words", capture_output=True, check=True)
    assert ran.stdout == b"b'words'\n"


def test_a_pipe_with_a_name_is_refused_even_if_the_caller_named_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="a named pipe"):
        read_named(str(tmp_path / "pipe"), most=9)


def test_below_a_folder_no_link_is_followed_on_the_way(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    for folder in (outside, root / "a"):
        folder.mkdir(parents=True)
        (folder / "file").write_bytes(b"words")
    (tmp_path / "named").symlink_to(root)  # by whoever named the folder
    assert read_below(tmp_path / "named", "a/file", most=9) == b"words"
    (root / "b").symlink_to(outside)
    (root / "a/link").symlink_to(outside / "file")
    for path in ("b/file", "a/link"):
        with pytest.raises(OSError, match="symbolic link"):
            read_below(root, path, most=9)
