"""Reads the stack frames in a goal's text: they say which code was running when it went wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MOST_FRAMES = 200


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: the path as printed, its line (0 where unknown), the function, and how near the failure.

    `nearness` is 1.0 for the frame where it failed and falls with each frame outwards.
    """

    path: str
    line: int
    function: str
    nearness: float


_PYTHON = re.compile(r'File "([^"\n]{1,300})", line (\d{1,7})(?:, in ([\w.<>]{1,100}))?')
_IPYTHON = re.compile(
    r"^(?:File )?([~/\w.\\:-]{1,300}\.pyx?)(?::(\d{1,7}))?,? in ([\w.<>]{1,100})\(", re.MULTILINE
)
_SCRIPT = re.compile(
    r"\bat (?:(?:async |new )?([\w.$<>\[\] ]{1,120}) \()?((?:file://|webpack:///)?[^\s()]{1,300}\.[a-z]{2,4}):(\d{1,7})(?::\d{1,7})?"
)
_JAVA = re.compile(r"\bat ([\w.$]{1,200})\.([\w$<>]{1,100})\(([\w$]{1,100}\.(?:java|kt|scala)):(\d{1,7})\)")
_RUBY = re.compile(r"([\w./~-]{1,300}\.rb):(\d{1,7}):in [`']([^'`\n]{1,100})'")
_PHP = re.compile(r"^#\d{1,3} ([\w./-]{1,300}\.php)\((\d{1,7})\): ([\w\\:>-]{1,200})\(", re.MULTILINE)
_GO = re.compile(r"^[ \t]*([\w./@~-]{1,300}\.go):(\d{1,7}) \+0x", re.MULTILINE)
_RUST = re.compile(r"^[ \t]*at ([\w./~-]{1,300}\.rs):(\d{1,7})", re.MULTILINE)
_NATIVE = re.compile(
    r"^#\d{1,3} .{0,200}? (?:in )?(\w{1,100}) .{0,200}?at ([\w./-]{1,300}\.(?:c|cc|cpp|h|hpp)):(\d{1,7})",
    re.MULTILINE,
)


def read_frames(text: str) -> tuple[Frame, ...]:
    """Return the frames of every stack trace in a text, those nearest the failure first."""
    # Python prints the failing frame last, the other languages first.
    outer_first = [
        (each[1], int(each[2] or 0), each[3] or "")
        for each in (*_PYTHON.finditer(text), *_IPYTHON.finditer(text))
    ]
    inner_first = [
        *((each[2], int(each[3]), each[1] or "") for each in _SCRIPT.finditer(text)),
        *((_java_path(each[1], each[3]), int(each[4]), each[2]) for each in _JAVA.finditer(text)),
        *((each[1], int(each[2]), each[3]) for each in _RUBY.finditer(text)),
        *((each[1], int(each[2]), each[3]) for each in _PHP.finditer(text)),
        *((each[1], int(each[2]), "") for each in _GO.finditer(text)),
        *((each[1], int(each[2]), "") for each in _RUST.finditer(text)),
        *((each[2], int(each[3]), each[1]) for each in _NATIVE.finditer(text)),
    ]
    ordered = [*reversed(outer_first), *inner_first][:_MOST_FRAMES]
    return tuple(
        Frame(path.replace("\\", "/"), line, function.rpartition(".")[2].strip(), 1.0 / (1.0 + 0.25 * depth))
        for depth, (path, line, function) in enumerate(ordered)
    )


def _java_path(qualified: str, name: str) -> str:
    package = qualified.rpartition(".")[0]
    return f"{package.replace('.', '/')}/{name}" if package else name
