"""The versions that npm, yarn, pnpm and bun lock."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Lock, Part, Pin, normal_name
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
    pins: dict[str, Pin] = {}
    line = source.line_of('"packages"')
    for place, value in table(data.get("packages")).items():
        head, _, name = place.rpartition("node_modules/")
        version = words(table(value).get("version"))
        if name and version and "node_modules" not in head:
            line = source.line_of(f'"{place}"', after=line)
            pins[normal_name(name)] = Pin(version, line)
    if not pins:
        line = source.line_of('"dependencies"')
        for name, value in table(data.get("dependencies")).items():
            line = source.line_of(f'"{name}": {{', after=line)
            pins[normal_name(name)] = Pin(words(table(value).get("version")), line)
    return Part(locks=(Lock(source.path, "npm", MappingProxyType(pins)),))


def read_yarn_lock(source: Lines) -> Part:
    """Return the pins of a `yarn.lock`, classic or berry."""
    pins: dict[str, Pin] = {}
    name = ""
    for number, line in enumerate(source.lines, 1):
        if line and line[0] not in " #":
            entry = _YARN_ENTRY.match(line[:600])
            name = entry[1] if entry else ""
        elif name and line.startswith("  "):
            version = _YARN_VERSION.match(line[:300])
            if version:
                pins[normal_name(name)] = Pin(version[1], number)
                name = ""
    return Part(locks=(Lock(source.path, "npm", MappingProxyType(pins)),))


def read_pnpm_lock(source: Lines) -> Part:
    """Return the pins of a `pnpm-lock.yaml`: what the importers resolve to, then every other package."""
    tree = read_tree(source.text)
    pins: dict[str, Pin] = {}
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
            pins.setdefault(normal_name(match[1]), Pin(match[2], node.line))
    return Part(locks=(Lock(source.path, "npm", MappingProxyType(pins)),))


def _take(pins: dict[str, Pin], name: str, node: Node) -> None:
    version = node.child("version") or node
    text = version.text.partition("(")[0]
    if text and not text.startswith(("link:", "file:")):
        pins.setdefault(normal_name(name), Pin(text, version.line))
