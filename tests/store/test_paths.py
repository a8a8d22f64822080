from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.errors import NotFound, Refused
from groundplan.store import system
from groundplan.store.documents import read_document
from groundplan.store.layout import split_path
from groundplan.store.paths import Folder

if TYPE_CHECKING:
    from pathlib import Path

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX file kinds")


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("", "empty"),
        ("/etc/passwd", "absolute"),
        ("C:/x.md", "absolute"),
        ("c:x.md", "absolute"),
        ("../x.md", "leads out"),
        ("plans/../../x.md", "leads out"),
        ("plans/..", "leads out"),
        ("plans//x.md", "empty part"),
        ("plans/", "empty part"),
        ("./x.md", "empty part"),
        ("plans\\x.md", "backslash"),
        ("\\\\host\\share", "backslash"),
        ("plans/x\0.md", "control character"),
        ("plans/x\n.md", "control character"),
        ("plans/\x1b[31m.md", "control character"),
        ("plans/x\x85.md", "control character"),
        ("plans/\udc80.md", "not Unicode"),
        ("plans/con", "device name"),
        ("plans/NUL.md", "device name"),
        ("com1.md/x.md", "device name"),
        ("plans/LPT¹.md", "device name"),
        ("plans/aux .md", "device name"),
        ("plans/x.", "ends in a dot"),
        ("plans /x.md", "ends in a dot or a blank"),
        (".git/config", "belongs to git"),
        ("sub/.GIT/hooks/pre-commit", "belongs to git"),
        (".g\u200cit/config", "belongs to git"),
        ("git~1/config", "belongs to git"),
        ("x" * 256, "longer than 255"),
    ],
)
def test_a_path_that_could_lead_elsewhere_is_refused_with_the_reason(path: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason) as caught:
        split_path(path)
    assert "`" in caught.value.message
    assert caught.value.message.isprintable()


@pytest.mark.parametrize(
    "path", ["x.md", "plans/a b.md", "plans/año/…/x.md", ".groundplan/config.toml", "console.md"]
)
def test_ordinary_names_pass(path: str) -> None:
    assert "/".join(split_path(path)) == path


@given(st.text(alphabet=st.characters() | st.sampled_from("./\\~:\0"), max_size=40))
def test_whatever_passes_stays_inside(path: str) -> None:
    try:
        parts = split_path(path)
    except Refused:
        return
    inside = os.path.normpath(os.path.join("/root/folder", *parts))  # noqa: PTH118
    assert inside == f"/root/folder/{path}"


@posix
def test_a_linked_document_is_refused(folder: Folder, root: Path) -> None:
    (root / "secret").write_text("outside")
    (root / "x.md").symlink_to(root / "secret")
    with pytest.raises(Refused, match=r"`x\.md` is a symbolic link"):
        read_document(folder, "x.md")


@posix
@pytest.mark.parametrize("target", ["/etc", "elsewhere", "loop"])
def test_a_path_through_a_linked_folder_is_refused(folder: Folder, root: Path, target: str) -> None:
    (root / "elsewhere").mkdir()
    (root / "elsewhere" / "x.md").write_text("text")
    (root / "loop").symlink_to(root / "loop")
    (root / "plans").symlink_to(target)
    with pytest.raises(Refused, match="leads through `plans`, which is a symbolic link"):
        read_document(folder, "plans/x.md")


@posix
def test_a_pipe_is_refused_without_waiting_for_a_writer(folder: Folder, root: Path) -> None:
    os.mkfifo(root / "x.md")
    with pytest.raises(Refused, match="is a pipe"):
        read_document(folder, "x.md")


@posix
def test_a_socket_is_refused(folder: Folder, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("x.md")
        with pytest.raises(Refused, match="is a socket"):
            read_document(folder, "x.md")


def test_a_folder_instead_of_a_document_is_refused(folder: Folder, root: Path) -> None:
    (root / "x.md").mkdir()
    with pytest.raises(Refused, match="is a folder"):
        read_document(folder, "x.md")


def test_a_file_instead_of_a_folder_is_refused(folder: Folder, root: Path) -> None:
    (root / "plans").write_text("not a folder")
    with pytest.raises(Refused, match="leads through `plans`, which is a file"):
        read_document(folder, "plans/x.md")


@posix
def test_a_folder_swapped_for_a_link_after_opening_does_not_lead_out(folder: Folder, root: Path) -> None:
    (root / "plans").mkdir()
    (root / "plans/x.md").write_text("inside")
    (root / "outside").mkdir()
    with folder.slot("plans/x.md") as slot:
        (root / "plans").rename(root / "moved")
        (root / "plans").symlink_to(root / "outside")
        assert os.open in os.supports_dir_fd
        os.close(os.open(slot.name, os.O_RDONLY, dir_fd=slot.handle))


def test_writing_is_allowed_to_given_documents_and_our_own_folder_only(folder: Folder) -> None:
    allowed = folder.allowing(["plans/x.md"])
    for path in ("src/main.py", "plans/y.md", "plans/x.md/y", "groundplan/x", "PLANS/x.md"):
        with pytest.raises(Refused, match="may not be written"), allowed.slot(path, write=True):
            pass
    for path in ("plans/x.md", ".groundplan/config.toml"):
        with allowed.slot(path, write=True) as slot:
            assert slot.is_writable


def test_what_was_opened_for_reading_cannot_be_changed(folder: Folder, root: Path) -> None:
    (root / "x.md").write_text("text")
    with folder.slot("x.md") as slot:
        for change in (system.remove, lambda slot: system.create(slot, 0o600)):
            with pytest.raises(Refused, match="for reading only"):
                change(slot)
        with pytest.raises(Refused, match="for reading only"):
            system.exchange(slot, slot)
    assert (root / "x.md").read_text() == "text"


def test_looking_makes_nothing(folder: Folder, root: Path) -> None:
    assert folder.names("plans") == []
    with pytest.raises(NotFound):
        read_document(folder, "plans/deep/x.md")
    assert list(root.iterdir()) == []


def test_a_root_that_is_missing_or_no_folder_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="does not exist"):
        Folder.open(tmp_path / "none")
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="is not a folder"):
        Folder.open(tmp_path / "file")


def test_without_folder_handles_links_are_still_refused(root: Path) -> None:
    folder = Folder(str(root), None)  # as on Windows
    (root / "real").mkdir()
    (root / "real/x.md").write_text("text")
    (root / "plans").symlink_to(root / "real")
    (root / "y.md").symlink_to(root / "real/x.md")
    assert read_document(folder, "real/x.md").data == b"text"
    assert folder.names("real") == ["x.md"]
    for path in ("plans/x.md", "y.md"):
        with pytest.raises(Refused, match="symbolic link"):
            read_document(folder, path)
    with pytest.raises(NotFound):
        read_document(folder, "none/x.md")
