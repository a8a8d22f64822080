"""Where a command's words come from: its arguments, a file, standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from groundplan.files.plain import read_named
from groundplan.plan.errors import Misused, NotFound, Unavailable, Unknown, Unreadable

LARGEST_TEXT = 20_000_000
# Arrow keys and colours come along with what people type and paste; a plan is read in terminals.
_CONTROLS: dict[int, str | None] = dict.fromkeys([*range(9), 11, 12, *range(14, 32), *range(127, 160)])
_CONTROLS |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd")  # half a character, which no file can hold

_PLACEHOLDERS = frozenset({"…", "..."})  # what hints and pages show where the reader has something to say


def read_words(text: str) -> str:
    """Return the words of an argument; `-` stands for standard input."""
    words = without_controls(read_stdin() if text == "-" else text)
    if words.strip() in _PLACEHOLDERS:
        raise Misused(f"`{words.strip()}` is a placeholder", hint="Put your own words in its place")
    return words


def without_controls(text: str) -> str:
    """Return words without the characters that a terminal obeys, or that no file can hold."""
    return text.translate(_CONTROLS)


def read_stdin() -> str:
    """Return all of standard input; waiting for a person to type is refused rather than done in silence."""
    if sys.stdin is None or sys.stdin.closed:
        raise Misused("There is no standard input", hint="Give the text as an argument or with `--file`")
    if sys.stdin.isatty():
        raise Misused("Standard input is the terminal, not a text", hint="Pipe the text in, or use `--file`")
    return _decode(sys.stdin.buffer.read(LARGEST_TEXT + 1), "standard input")


def read_file(name: str) -> str:
    """Return the text of a file, as it is."""
    path = Path(name)
    try:
        return _decode(read_named(name, most=LARGEST_TEXT + 1), f"`{name}`")
    except FileNotFoundError as error:
        near = [other.name for other in path.parent.iterdir()] if path.parent.is_dir() else []
        hint = NotFound("", name=path.name, known=near).hint
        raise Unknown(f"There is no file `{name}`", hint=hint) from error
    except IsADirectoryError as error:
        raise Misused(f"`{name}` is a folder, not a text") from error
    except OSError as error:
        raise Unavailable(f"`{name}` cannot be read: {error.strerror}") from error


def in_repository(name: str, root: Path) -> str:
    """Return a file that was named from here, as a path from the root of the repository."""
    try:
        return Path(name).absolute().resolve().relative_to(root.resolve()).as_posix()
    except ValueError as error:
        raise Misused(f"`{name}` is not in this repository", hint=f"It is in `{root}`") from error


def places_named(at: tuple[str, ...], root: Path) -> tuple[str, ...]:
    """Return places as `PATH[::SYMBOL]` from the root of the repository: a file here is meant first."""
    found = []
    for said in at:
        path, separator, name = said.partition("::")
        is_here = bool(path) and (path.startswith("..") or Path(path).exists())
        found.append(f"{in_repository(path, root)}{separator}{name}" if is_here else said)
    return tuple(found)


def _decode(data: bytes, what: str) -> str:
    if len(data) > LARGEST_TEXT:
        raise Misused(f"The text from {what} is larger than {LARGEST_TEXT // 1_000_000} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(
            f"The text from {what} is not UTF-8: byte {error.start}", hint="Save it as UTF-8"
        ) from error
