"""What a Maven `pom.xml` says, read without document types: no entity is ever expanded."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.parsers import expat

from groundplan.survey.manifest.facts import Dependency, Part, Project, Runtime
from groundplan.survey.manifest.lines import Nonsense

if TYPE_CHECKING:
    from groundplan.survey.manifest.lines import Lines

MOST_BYTES = 2_000_000
MOST_DEPTH = 64
MOST_TEXT = 2_000
_VERSIONS = ("maven.compiler.release", "java.version", "maven.compiler.source")


class _Reader:
    """Collects texts with their element path as expat walks the file."""

    def __init__(self) -> None:
        self.path: list[str] = []
        self.text = ""
        self.found: list[tuple[str, str, int, int]] = []  # element path, text, line, number of its dependency
        self.number = 0
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.take
        self.parser.StartDoctypeDeclHandler = self.refuse

    def refuse(self, *_: object) -> None:
        raise Nonsense("has a document type")

    def start(self, name: str, _: object) -> None:
        if len(self.path) >= MOST_DEPTH:
            raise Nonsense(f"nested deeper than {MOST_DEPTH}")
        self.path.append(name.rpartition(":")[2])
        self.number += name == "dependency"
        self.text = ""

    def take(self, text: str) -> None:
        if len(self.text) < MOST_TEXT:
            self.text += text

    def end(self, _: str) -> None:
        line = self.parser.CurrentLineNumber
        self.found.append(("/".join(self.path), self.text.strip(), line, self.number))
        self.path.pop()
        self.text = ""


def read_pom(source: Lines) -> Part:
    """Return what a `pom.xml` says; `${…}` is filled from its own properties."""
    if len(source.text) > MOST_BYTES:
        raise Nonsense("larger than 2 MB")
    reader = _Reader()
    try:
        reader.parser.Parse(source.text.encode("utf-8"), True)  # noqa: FBT003  (expat takes it by position)
    except expat.ExpatError as error:
        raise Nonsense(f"not XML: {error}") from error
    properties = {
        path.rpartition("/")[2]: (text, line)
        for path, text, line, _ in reader.found
        if path.startswith("project/properties/")
    }
    top = {path: (text, line) for path, text, line, _ in reader.found if path.count("/") == 1}
    artifact, line = top.get("project/artifactId", ("", 0))
    version = top.get("project/version", ("", 0))[0]
    projects = (Project(source.folder, artifact, "maven", source.spot(line), version),) if artifact else ()
    runtimes = [
        Runtime("Java", properties[key][0], source.spot(properties[key][1]), source.folder)
        for key in _VERSIONS
        if key in properties and not properties[key][0].startswith("$")
    ]
    members = tuple(text for path, text, _, _ in reader.found if path == "project/modules/module")
    return Part(
        projects,
        tuple(_dependencies(source, reader, properties)),
        runtimes=tuple(runtimes[:1]),
        members=members,
    )


def _dependencies(source: Lines, reader: _Reader, properties: dict[str, tuple[str, int]]) -> list[Dependency]:
    groups: dict[int, dict[str, tuple[str, int]]] = {}
    for path, text, line, number in reader.found:
        head, _, leaf = path.rpartition("/")
        if head in {
            "project/dependencies/dependency",
            "project/dependencyManagement/dependencies/dependency",
        }:
            groups.setdefault(number, {})[leaf] = (text, line)
            if "Management" in head:
                groups[number]["managed"] = ("managed", line)
    found = []
    for body in groups.values():
        artifact, line = body.get("artifactId", ("", 0))
        declared = body.get("version", ("", 0))[0]
        if declared.startswith("${") and declared.endswith("}"):
            declared = properties.get(declared[2:-1], (declared, 0))[0]
        name = f"{body.get('groupId', ('', 0))[0]}:{artifact}"
        group = "managed" if "managed" in body else body.get("scope", ("", 0))[0].replace("compile", "")
        found.append(Dependency(name, "maven", declared, source.spot(line), group, project=source.folder))
    return found
