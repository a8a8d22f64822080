"""XML read as a flat list of elements, without document types: no entity is ever expanded."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.parsers import expat

from groundplan.plan.dataclass import dataclass
from groundplan.survey.manifest.lines import Nonsense

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.survey.manifest.lines import Lines

MOST_BYTES = 2_000_000
MOST_DEPTH = 64
MOST_TEXT = 2_000


@dataclass(frozen=True, slots=True)
class Element:
    """A closed element: the names above and its own, its text, its line, and which one holds it."""

    path: str
    text: str
    line: int
    number: int
    owner: int
    attributes: Mapping[str, str]

    @property
    def name(self) -> str:
        """Return its own name."""
        return self.path.rpartition("/")[2]


class _Reader:
    """Collects elements as expat walks the file."""

    def __init__(self) -> None:
        self.open: list[tuple[str, int, int, dict[str, str]]] = []  # name, number, line, attributes
        self.text = ""
        self.found: list[Element] = []
        self.number = 0
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.take
        self.parser.StartDoctypeDeclHandler = self.refuse

    def refuse(self, *_: object) -> None:
        raise Nonsense("has a document type")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.open) >= MOST_DEPTH:
            raise Nonsense(f"nested deeper than {MOST_DEPTH}")
        self.number += 1
        self.open.append((name.rpartition(":")[2], self.number, self.parser.CurrentLineNumber, attributes))
        self.text = ""

    def take(self, text: str) -> None:
        if len(self.text) < MOST_TEXT:
            self.text += text

    def end(self, _: str) -> None:
        path = "/".join(each[0] for each in self.open)
        _, number, line, attributes = self.open.pop()
        owner = self.open[-1][1] if self.open else 0
        self.found.append(Element(path, self.text.strip(), line, number, owner, attributes))
        self.text = ""


def read_elements(source: Lines) -> list[Element]:
    """Return the elements of an XML file in the order they end, or raise `Nonsense`."""
    if len(source.text) > MOST_BYTES:
        raise Nonsense("larger than 2 MB")
    reader = _Reader()
    try:
        reader.parser.Parse(source.text.encode("utf-8"), True)  # noqa: FBT003  (expat takes it by position)
    except expat.ExpatError as error:
        raise Nonsense(f"not XML: {error}") from error
    return reader.found
