"""A manifest's text by lines, so that what a parser found can be cited with the line it stands on."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.plan.toml_text import LARGEST_TOML, BadToml, read_toml
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.code.view import CodeView

MOST_BYTES = 1_000_000  # nobody writes more by hand
# A name spelled with escapes is found on no line, and each search for one reads to the end; so does every
# search where the whole file is one line.
MOST_LOOKS = 1_000_000
_LETTERS = 256  # of a line that count as one look


class Nonsense(Exception):
    """A manifest cannot be read; the words say why."""


class Lines:
    """A file's text and its lines; `line_of` finds where something stands."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.folder = path.rpartition("/")[0]
        self.name = path.rpartition("/")[2]
        self.looks = MOST_LOOKS

    @cached_property
    def lines(self) -> list[str]:
        """Return the lines without their ends."""
        return self.text.split("\n")

    def spot(self, line: int) -> Spot:
        """Return the spot of a line."""
        return Spot(self.path, line)

    def line_of(self, words: str, *, after: int = 0) -> int:
        """Return the first line from `after` on (counted from 1) that holds the words, or `after`."""
        return self._find(lambda line: words in line, after)

    def key_line(self, key: str, *, after: int = 0) -> int:
        """Return the first line from `after` on, in the table there, that sets a TOML key, or `after`."""
        ends = min((header for header in self._headers.values() if header > after), default=None)
        # Behind the next header stands the same key of another table.
        return self._find(lambda line: _key_of(line) == key, after, ends)

    def _find(self, is_it: Callable[[str], bool], after: int, ends: int | None = None) -> int:
        for number in range(max(after - 1, 0), len(self.lines) if ends is None else ends - 1):
            line = self.lines[number]
            if self.looks <= 0:
                break
            if is_it(line):
                self.looks -= len(line) // _LETTERS
                return number + 1
            self.looks -= 1 + len(line) // _LETTERS
        return after

    def header(self, *names: str) -> int:
        """Return the line of the first of some TOML or INI headers that is there, or 0."""
        return min((self._headers[name] for name in names if name in self._headers), default=0)

    @cached_property
    def _headers(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for number, line in enumerate(self.lines, 1):
            if line.startswith("["):
                name = line.partition("#")[0].strip().replace(" ", "").strip("[]")
                found.setdefault(name, number)
        return found

    def toml(self) -> dict[str, object]:
        """Return the text read as TOML, or raise `Nonsense`."""
        try:
            return read_toml(self.text)
        except BadToml as error:
            raise Nonsense(f"not TOML: {error}") from error

    def json(self) -> dict[str, object]:
        """Return the text read as a JSON object, or raise `Nonsense`."""
        if len(self.text) > LARGEST_TOML:
            raise Nonsense(f"larger than {LARGEST_TOML // 1_000_000} MB")
        try:
            found = json.loads(self.text)
        except (RecursionError, ValueError) as error:
            raise Nonsense(f"not JSON: {error}") from error
        return table(found)


def _key_of(line: str) -> str | None:
    name, equals, _ = line.partition("=")
    return name.strip().strip("\"'") if equals else None


def load_lines(index: CodeView, path: str, most: int = MOST_BYTES) -> Lines | None:
    """Return a file of the index by lines, or None where the index has no text of it, or more bytes."""
    text = index.text(path)
    if text is None or len(text) > most:
        return None
    return Lines(path, text.decode("utf-8", "replace").removeprefix("\ufeff"))


def table(value: object) -> dict[str, object]:
    """Return a value as a table, empty where it is none: manifests are written by anybody."""
    return {str(key): each for key, each in value.items()} if isinstance(value, dict) else {}


def dig(value: object, *keys: str) -> dict[str, object]:
    """Return the table under a chain of keys, empty where the chain breaks."""
    for key in keys:
        value = table(value).get(key)
    return table(value)


def words(value: object) -> str:
    """Return a value as text where it is text or a number, else nothing."""
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def texts(value: object) -> list[str]:
    """Return the texts of a list, leaving out all else; a lone text is a list of one."""
    if isinstance(value, str):
        return [value]
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
