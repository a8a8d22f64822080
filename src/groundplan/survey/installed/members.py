"""A member of an installed package: followed from the package's entry through imports and base classes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.doc_text import read_doc, read_module_doc, signature
from groundplan.plan.fact import How
from groundplan.survey.installed.facts import Member

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.code.outline import Definition, Import, Outline
    from groundplan.code.shelf import Shelf
    from groundplan.survey.installed.ecosystem import Ecosystem, Lead, Names
    from groundplan.survey.installed.facts import Installed

_HOPS = 400
_MOST = 8  # definitions of one name: overloads
_OUTLINED = 60  # files that have a name and are parsed for it
_WHOLE = re.compile(
    rb"^\s*(?:export\s*=|export\s+default|module\.exports\s*=)\s*([A-Za-z_$][\w$]*)\s*;?\s*$",
    re.MULTILINE,
)
_REQUIRED = re.compile(rb"^\s*module\.exports\s*=\s*require\(\s*[\"']([^\"']+)[\"']\s*\)", re.MULTILINE)


class Following:
    """Looks for a member; each place is looked at once for each name."""

    def __init__(self, shelf: Shelf, ecosystem: Ecosystem) -> None:
        self._shelf = shelf
        self._ecosystem = ecosystem
        self._seen: set[Lead] = set()

    def find(self, package: Installed, names: Names) -> tuple[Member, ...]:
        """Return the definitions that the names lead to; else those that only have the name."""
        for lead in self._ecosystem.starts(package, names):
            found = self._follow(*lead)
            if found:
                return found
        return tuple(self._namesakes(package, [each for each in names if "/" not in each]))

    def _follow(self, place: Path, names: Names) -> tuple[Member, ...]:
        if (place, names) in self._seen or len(self._seen) > _HOPS:
            return ()
        self._seen.add((place, names))
        files = [
            (file, outline) for file in self._ecosystem.files(place) if (outline := self._shelf.outline(file))
        ]
        if not names:
            return tuple(self._module(file) for file, _ in files[:1])
        for file, outline in files:
            found = outline.find(".".join(names))
            if found:
                members = [self._member(file, outline, each) for each in found]
                return tuple(sorted(members, key=lambda each: not each.doc)[:_MOST])
        for lead in self._leads(place, names, files):
            found_there = self._follow(*lead)
            if found_there:
                return found_there
        return ()

    def _leads(self, place: Path, names: Names, files: list[tuple[Path, Outline]]) -> Iterator[Lead]:
        for file, outline in files:
            yield from ((place, (*base.split("."), names[-1])) for base in _bases(outline, names))
            yield from self._imported(file, outline, names)
        inner = self._ecosystem.below(place, names[0])
        if inner:
            yield inner, names[1:]
        for file, outline in files:
            text = self._shelf.text(file) or b""
            for whole in {each.decode() for each in _WHOLE.findall(text)} - {names[0]}:
                yield place, (whole, *names)
            stars = [each.module for each in outline.imports if each.name == "*" and not each.alias]
            for module in (*stars, *(each.decode("utf-8", "replace") for each in _REQUIRED.findall(text))):
                yield from ((target, (*rest, *names)) for target, rest in self._ecosystem.lead(file, module))

    def _imported(self, file: Path, outline: Outline, names: Names) -> Iterator[Lead]:
        for each in outline.imports:
            if each.alias != names[0] or each.is_inner:
                continue
            taken = _taken(each)
            if not each.module:
                yield file, (*taken, *names[1:])
            for target, rest in self._ecosystem.lead(file, each.module) if each.module else ():
                yield target, (*rest, *taken, *names[1:])

    def _module(self, file: Path) -> Member:
        doc = read_module_doc(self._shelf.text(file) or b"") if file.suffix == ".py" else ()
        name = file.parent.name if file.stem in {"__init__", "mod", "index"} else file.stem
        return Member(name, "module", "", doc, str(file), 1)

    def _member(self, file: Path, outline: Outline, each: Definition, how: How = How.RESOLVED) -> Member:
        doc = read_doc(outline.language, self._shelf.text(file) or b"", each)
        return Member(each.qualified, each.kind.value, signature(each), doc, str(file), each.line, how)

    def _namesakes(self, package: Installed, names: list[str]) -> Iterator[Member]:
        """Yield what a package defines under a name, wherever that is."""
        if not names:
            return
        wanted, word = ".".join(names), names[-1].encode()
        count = found = 0
        for lead, _ in self._ecosystem.starts(package, ()):
            folder = package.folder if self._ecosystem.name != "pypi" else lead
            for file in self._shelf.walk(folder, self._ecosystem.endings):
                if found >= _MOST or count >= _OUTLINED:
                    return
                outline = self._shelf.outline(file) if word in (self._shelf.text(file) or b"") else None
                count += outline is not None
                for each in outline.definitions if outline else ():
                    if f".{each.qualified}".endswith(f".{wanted}") and each.is_exported:
                        found += 1
                        yield self._member(file, outline, each, How.BY_NAME)  # type: ignore[arg-type]
            if self._ecosystem.name != "pypi":
                return


def _taken(each: Import) -> Names:
    return (each.name,) if each.name and each.name != "*" else ()


def _bases(outline: Outline, names: Names) -> Iterator[str]:
    """Yield the base classes of what the last name is looked for in."""
    if len(names) > 1:
        for owner in outline.find(".".join(names[:-1])):
            yield from owner.bases
