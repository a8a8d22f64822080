"""The versions that npm, yarn, pnpm and bun lock."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Part, Pins
from groundplan.survey.manifest.lines import table, words
from groundplan.survey.manifest.yaml_tree import read_tree

if TYPE_CHECKING:
    from groundplan.survey.manifest.lines import Lines
    from groundplan.survey.manifest.yaml_tree import Node

_PNPM_PACKAGE = re.compile(r"/?(@?[^@\s()]{1,200})[@/](\d[^\s():]{0,100})")
_YARN_ENTRY = re.compile(r'"?(@?[^@",\s]{1,200})@')
_YARN_VERSION = re.compile(r'  "?version"?:? "?([^"\s]{1,100})"?')


def read_package_lock(source: Lines) -> Part:
    """Return the pins of a `package-lock.json` or `npm-shrinkwrap.json`, those at the top of the tree."""
    data = source.json()
    pins = Pins()
    line = source.line_of('"packages"')
    is_old = True
    for place, value in table(data.get("packages")).items():
        head, _, name = place.rpartition("node_modules/")
        version = words(table(value).get("version"))
        if name and version and "node_modules" not in head:
            line = source.line_of(f'"{place}"', after=line)
            pins.add(name, version, line)
            is_old = False
    if is_old:
        line = source.line_of('"dependencies"')
        for name, value in table(data.get("dependencies")).items():
            line = source.line_of(f'"{name}": {{', after=line)
            pins.add(name, words(table(value).get("version")), line)
    return Part(locks=(pins.lock(source.path, "npm"),))


def read_yarn_lock(source: Lines) -> Part:
    """Return the pins of a `yarn.lock`, classic or berry."""
    pins = Pins()
    name = ""
    for number, line in enumerate(source.lines, 1):
        if line and line[0] not in " #":
            entry = _YARN_ENTRY.match(line[:600])
            name = entry[1] if entry else ""
        elif name and line.startswith("  "):
            version = _YARN_VERSION.match(line[:300])
            if version:
                pins.add(name, version[1], number)
                name = ""
    return Part(locks=(pins.lock(source.path, "npm"),))


def read_pnpm_lock(source: Lines) -> Part:
    """Return the pins of a `pnpm-lock.yaml`: what the importers resolve to, then every other package."""
    tree = read_tree(source.text)
    pins = Pins()
    importers = tree.child("importers")
    for importer in [*(importers.children.values() if importers else ()), tree]:
        for key in ("dependencies", "devDependencies", "optionalDependencies"):
            group = importer.child(key)
            for name, node in (group.children if group else {}).items():
                _take(pins, name, node)
    packages = tree.child("packages")
    for key, node in (packages.children if packages else {}).items():
        match = _PNPM_PACKAGE.match(key)
        if match:
            pins.add(match[1], match[2], node.line, is_lesser=True)
    return Part(locks=(pins.lock(source.path, "npm"),))


def _take(pins: Pins, name: str, node: Node) -> None:
    version = node.child("version") or node
    text = version.text.partition("(")[0]
    text = text.rpartition("@")[2] if ":" not in text else text  # `left@1.0.0`, asked for by another name
    if text and not text.startswith(("link:", "file:")):
        pins.add(name, text, version.line)
