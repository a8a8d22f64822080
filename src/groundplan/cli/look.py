"""How groundplan looks in a terminal: six tokens, no boxes, no escape sequence but our own colours.

All text goes out through `Screen`, which makes it harmless first; no other module writes an escape sequence.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TextIO, TypeAlias

from groundplan.cli.spelling import PROGRAM, find_program, spell
from groundplan.cli.wrapping import LEAST, Whole, cells, fold, hang_of, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from groundplan.cli.wrapping import Piece
    from groundplan.plan.hint import Run

# Meaning, not colour. `bold` is weight: titles, paths, what to type.
TOKENS = {"ok": "32", "warn": "33", "bad": "31", "accent": "34", "hot": "91", "dim": "90", "bold": "1"}
ASCII = str.maketrans(
    {
        "✓": "*",
        "◐": "~",
        "○": "o",
        "✗": "x",
        "⚑": "!",
        "━": "=",
        "╌": "-",
        "•": "*",
        "│": "|",
        "·": "-",
        "→": "->",
        "±": "+-",
        "−": "-",
    }
    | {"…": "...", "–": "-", "—": "--", "“": '"', "”": '"', "‘": "'", "’": "'", "×": "x"}
)
NARROWEST, WIDEST, USUAL = 40, 120, 80
_LEAST_FLEXIBLE = 20  # columns; below that a table is no longer read as one
_JOINERS = "\u200c\u200d"  # emoji and several scripts need them; they move nothing

# A piece of a line: its text or a command, or one of them with its token.
Part: TypeAlias = "str | Run | tuple[str | Run, str]"


def clean(text: str, *, lines: bool = False) -> str:
    """Return text that is safe on a terminal: what it would obey or hide is spelled out, as `less` does."""
    if text.isascii() and text.isprintable():
        return text
    from groundplan.plan.unseen import is_unseen

    return "".join(
        letter if letter.isprintable() and not is_unseen(letter) else _spell(letter, lines=lines)
        for letter in _folded(text)
    )


def _folded(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\t", "    ")


def _spell(letter: str, *, lines: bool) -> str:
    if letter == "\n":
        return "\n" if lines else " "
    if letter in _JOINERS or unicodedata.category(letter) == "Zs":
        return letter if letter in _JOINERS else " "
    number = ord(letter)
    if number < 0x20 or number == 0x7F:
        return f"^{chr(number ^ 0x40)}"
    if 0xDC80 <= number <= 0xDCFF:  # a byte that was not UTF-8
        return f"<{number - 0xDC00:02X}>"
    return f"<U+{number:04X}>"


def wants_color(said: str, environ: Mapping[str, str], *, is_terminal: bool) -> bool:
    """Decide on colour: what was said, then NO_COLOR, FORCE_COLOR, TERM, then whether a terminal is there."""
    if said in {"always", "never"}:
        return said == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return is_terminal and environ.get("TERM", "") != "dumb"


def find_width(stream: TextIO, environ: Mapping[str, str], *, is_terminal: bool) -> int | None:
    """Return the columns to lay out for; none where the text goes into a pipe or file."""
    said = environ.get("COLUMNS", "")
    if said.isdecimal() and int(said) > 0:
        return max(NARROWEST, int(said))
    if not is_terminal:
        return None
    try:
        return max(NARROWEST, os.get_terminal_size(stream.fileno()).columns or USUAL)
    except (OSError, ValueError):
        return USUAL


@dataclass
class Screen:
    """A stream with its width, its encoding and whether it shows colour."""

    stream: TextIO
    color: bool = False
    columns: int | None = None  # none: unbounded
    is_terminal: bool = False
    program: str = PROGRAM  # what commands begin with
    after: Screen | None = None  # where both go into one pipe, a note never overtakes its result
    is_gone: bool = field(default=False, init=False)  # the reader went away

    @classmethod
    def over(
        cls, stream: TextIO, *, color: str = "", program: str = "", environ: Mapping[str, str] | None = None
    ) -> Screen:
        """Make the screen of a stream as the environment wants it."""
        world = os.environ if environ is None else environ
        is_terminal = stream.isatty()
        return cls(
            stream,
            color=wants_color(color, world, is_terminal=is_terminal),
            columns=find_width(stream, world, is_terminal=is_terminal),
            is_terminal=is_terminal,
            program=program or find_program(world, sys.argv[0]),
        )

    @property
    def width(self) -> int:
        """Return the columns for prose and tables."""
        return min(self.columns or USUAL, WIDEST)

    @property
    def is_narrow(self) -> bool:
        """Whether rows of three columns need the narrow form."""
        return self.width < 100

    def line(self, *parts: Part, indent: int = 0, hang: int = 2) -> None:
        """Put out one line; where it does not fit, it goes on below, that much further in."""
        pieces = [piece for part in parts for piece in self._pieces(part)]
        if not self.columns:
            self._row_of([(text, token) for text, token, _ in pieces], indent)
            return
        width = self.columns - indent
        hang = max(0, min(hang, width - LEAST))
        for number, line in enumerate(fold(pieces, width, hang=hang) or [[]]):
            self._row_of(line, indent + hang * bool(number))

    def labelled(self, label: str, token: str, *parts: Part, indent: int = 0) -> None:
        """Put out a line that begins with a short label, such as `note:`, its continuation beside it."""
        self.line((label, token), " ", *parts, indent=indent, hang=cells(label) + 1)

    def _row_of(self, line: Sequence[tuple[str, str]], indent: int) -> None:
        self._put((" " * indent + "".join(map(self._paint, line))).rstrip() + "\n")

    def _pieces(self, part: Part) -> Iterator[Piece]:
        """Yield what a part is made of; a command stays whole, so that it can be copied."""
        value, token = part if isinstance(part, tuple) else (part, "")
        if isinstance(value, str):
            for each in getattr(value, "parts", (value,)):  # a hint has words and commands
                text = clean(spell(each, self.program))
                is_plain = isinstance(each, str)
                yield (text if is_plain else f"`{text}`"), token, not is_plain or isinstance(each, Whole)
        else:
            yield clean(spell(value, self.program)), token, True

    def over_line(self, text: str) -> None:
        """Write over the line the cursor is on; the next line put out takes its place."""
        shown = clean(text)[: self.width - 1]
        self._put(f"\r{shown}{' ' * (self.width - 1 - cells(shown))}\r")
        self.flush()

    def blank(self) -> None:
        """Put out an empty line."""
        self._put("\n")

    def prose(self, text: str, *, indent: int = 0, tone: str = "") -> None:
        """Put out text, each of its lines wrapped to the width."""
        if type(text) is not str and "\n" not in text:
            pieces = [*self._pieces((text, tone))]
            for line in fold(pieces, self.width - indent, hang=0) or [[]]:
                self._row_of(line, indent)
            return
        for words in clean(spell(text, self.program), lines=True).split("\n"):
            for piece in wrap(words, self.width - indent):
                self._row_of([(piece, tone)], indent)

    def source(self, lines: Iterable[str], *, indent: int = 0, tone: str = "") -> None:
        """Put out lines as they are; one that does not fit goes on below its first word."""
        for line in lines:
            text = clean(line)
            self.line((text, tone), indent=indent, hang=hang_of(text))

    def data(self, text: str) -> None:
        """Put out text that is somebody's data: exact bytes in a pipe or file, harmless on a terminal."""
        if self.is_terminal or not hasattr(self.stream, "buffer"):
            self._put(clean(text, lines=True))
            return
        self._flush_before()
        self.flush()
        try:
            self.stream.buffer.write(text.encode("utf-8", "surrogateescape"))
            self.stream.buffer.flush()
        except BrokenPipeError:
            self._let_go()

    def table(self, rows: Sequence[Sequence[Part]], *, indent: int = 2, flexible: int | None = None) -> None:
        """Put out rows in aligned columns two apart; the flexible column takes what is left and wraps."""
        texts = [[self._text(part) for part in row] for row in rows]
        if not texts:
            return
        widths = [max(cells(row[i]) for row in texts if i < len(row)) for i in range(max(map(len, texts)))]
        if self.columns:
            others = sum(width + 2 for i, width in enumerate(widths) if i != flexible and width)
            left = self.width - indent - others
            least = 0 if flexible is None else min(widths[flexible], _LEAST_FLEXIBLE)
            if left + 2 * (flexible is None) < least:
                self._folded(rows, texts, indent)
                return
            if flexible is not None:
                widths[flexible] = min(widths[flexible], left)
        for row, plain in zip(rows, texts, strict=True):
            self._row(row, plain, widths, indent, flexible)

    def _folded(self, rows: Sequence[Sequence[Part]], texts: list[list[str]], indent: int) -> None:
        """Put out rows that are too wide for columns as lines; a leading glyph keeps its column."""
        for row, plain in zip(rows, texts, strict=True):
            parts: list[Part] = []
            for part, text in zip(row, plain, strict=True):
                parts += ["  ", part] if parts and text else [part] if text else []
            is_glyph = bool(plain) and cells(plain[0]) == 1
            self.line(*parts, indent=indent, hang=3 if is_glyph else 2)

    def _row(
        self, row: Sequence[Part], plain: list[str], widths: list[int], indent: int, flexible: int | None
    ) -> None:
        folded = [[text] for text in plain]
        if flexible is not None and flexible < len(plain):
            folded[flexible] = wrap(plain[flexible], max(1, widths[flexible]))
        for number in range(max(len(lines) for lines in folded)):
            parts: list[Part] = []
            for i, lines in enumerate(folded):
                if not widths[i]:
                    continue
                text = lines[number] if number < len(lines) else ""
                parts += [(text, _token(row[i])), " " * (widths[i] - cells(text) + 2)]
            self.line(*parts, indent=indent)

    def flush(self) -> None:
        """Flush, unless the reader went away."""
        try:
            self.stream.flush()
        except BrokenPipeError:
            self._let_go()
        except ValueError:  # closed already
            self.is_gone = True

    def _flush_before(self) -> None:
        if self.after is not None:
            self.after.flush()

    def _paint(self, part: tuple[str, str]) -> str:
        text, token = part
        if not (self.color and token and text.strip()):
            return text
        return f"\x1b[{TOKENS[token]}m{text}\x1b[0m"

    def _text(self, part: Part) -> str:
        return clean(spell(part[0] if isinstance(part, tuple) else part, self.program))

    def _put(self, text: str) -> None:
        if self.is_gone:
            return
        encoding = self.stream.encoding or "utf-8"
        if not encoding.lower().replace("-", "").startswith("utf"):
            text = text.translate(ASCII).encode(encoding, "replace").decode(encoding)
        self._flush_before()
        try:
            self.stream.write(text)
        except BrokenPipeError:
            self._let_go()

    def _let_go(self) -> None:
        """Let what is still buffered vanish, so that the interpreter does not complain at its end."""
        self.is_gone = True
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.stream.fileno())
        os.close(nowhere)


def _token(part: Part) -> str:
    return part[1] if isinstance(part, tuple) else ""
