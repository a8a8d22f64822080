"""One package, or one test, of a Go module."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from groundplan.survey.running.ground import Run, below, folder_of, in_folder

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.survey.running.ground import Ground

_BUILD = re.compile(r"^//go:build ([^\n]{1,200})$", re.MULTILINE)
_TAG = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_SYSTEMS = frozenset(("windows", "darwin", "js", "wasm", "plan9", "freebsd", "ios", "android", "ignore"))
_USUAL = frozenset(("linux", "unix", "amd64", "cgo", "gc"))


def run_go(ground: Ground, path: str, test: str) -> Run | None:
    """Return `go test` for the package of a test file, in the folder of its module."""
    module = ground.nearest(path, "go.mod")
    spot = ground.spot(module, r"^module ") if module else None
    tags = _tags(ground.text(path))
    if spot is None or tags is None or "/testdata/" in f"/{path}":
        return None
    folder = folder_of(below(path, folder_of(module)))
    words = ["go", "test", *(["-tags", ",".join(tags)] if tags else []), f"./{folder}" if folder else "."]
    if _is_plain(test):
        words += ["-run", f"^{test}$"]
    return Run(in_folder(folder_of(module), " ".join(map(shlex.quote, words))), spot)


def _is_plain(test: str) -> bool:
    return test.startswith(("Test", "Example", "Fuzz")) and test.isidentifier()


def _tags(text: str) -> Iterable[str] | None:
    """Return the tags a file asks for beyond the usual; None where tags do not meet its condition."""
    found = _BUILD.search(text[:5_000])
    if not found:
        return ()
    wanted = found[1].split(" && ")
    if any("||" in each or "(" in each for each in wanted):
        return () if _USUAL & set(_TAG.findall(found[1])) else None
    plain = [each for each in wanted if not each.startswith("!")]
    banned = {each[1:] for each in wanted if each.startswith("!")}
    if banned & _USUAL or any(map(_is_release, banned)) or _SYSTEMS.intersection(plain):
        return None
    return tuple(each for each in plain if each not in _USUAL and not _is_release(each))


def _is_release(tag: str) -> bool:
    """Whether a tag is one that every newer Go sets by itself: `go1.21`."""
    return tag.startswith("go1.")
