"""The versions that lock files hold: uv, poetry, PDM, Pipenv, Cargo, Go, Bundler, Composer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Part, Pins
from groundplan.survey.manifest.lines import table, words
from groundplan.survey.manifest.yaml_tree import read_tree

if TYPE_CHECKING:
    from groundplan.survey.manifest.lines import Lines
    from groundplan.survey.manifest.yaml_tree import Node

_FIELD = re.compile(r'(name|version) = "([^"]{1,300})"')
_BUNDLED = re.compile(r" {4}([A-Za-z0-9_.-]{1,200}) \(([^)]{1,100})\)$")
_PINNED = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]{0,200})(?:\[[^\]]{0,200}\])?==([^\s;#\\]{1,100})")
_SUMMED = re.compile(r"(\S{1,300}) v([^\s/]{1,100})(/go\.mod)? h1:")
_PNPM_PACKAGE = re.compile(r"/?(@?[^@\s()]{1,200})[@/](\d[^\s():]{0,100})")
_YARN_ENTRY = re.compile(r'"?(@?[^@",\s]{1,200})@')
_YARN_VERSION = re.compile(r'  "?version"?:? "?([^"\s]{1,100})"?')


def _part(source: Lines, ecosystem: str, pins: Pins) -> Part:
    return Part(locks=(pins.lock(source.path, ecosystem),))


def read_toml_lock(source: Lines) -> Part:
    """Return the pins of `uv.lock`, `poetry.lock`, `pdm.lock` or `Cargo.lock`, read line by line."""
    pins = Pins()
    name = ""
    inside = False
    for number, line in enumerate(source.lines, 1):
        if line.startswith("["):
            inside, name = line.startswith("[[package]]"), ""
        elif inside and line.startswith(("name", "version")):
            field = _FIELD.match(line)
            if field and field[1] == "name":
                name = field[2]
            elif field and name:
                # Where a package stands twice, the later entry is the newer in all these files.
                pins.add(name, field[2], number)
    return _part(source, "cargo" if source.name == "Cargo.lock" else "pypi", pins)


def read_pipfile_lock(source: Lines) -> Part:
    """Return the pins of a `Pipfile.lock`."""
    data = source.json()
    pins = Pins()
    for key in ("default", "develop"):
        after = source.line_of(f'"{key}"')
        for name, value in table(data.get(key)).items():
            version = words(table(value).get("version")).removeprefix("==")
            if version:
                pins.add(name, version, source.line_of(f'"{name}"', after=after))
    return _part(source, "pypi", pins)


def read_pinned_requirements(source: Lines) -> Part | None:
    """Return the pins of a requirements file in which nearly every line is pinned, else None."""
    pins = Pins()
    entries = count = 0
    for number, line in enumerate(source.lines, 1):
        bare = line.strip()
        if not bare or bare[0] in "#-":
            continue
        entries += 1
        pinned = _PINNED.match(bare[:1_000])
        if pinned:
            count += 1
            pins.add(pinned[1], pinned[2], number)
    if count < 3 or count < 0.9 * entries:
        return None
    return _part(source, "pypi", pins)


def read_go_sum(source: Lines) -> Part:
    """Return the versions of a `go.sum`: for each module the last whose code, not only go.mod, is summed."""
    pins = Pins()
    for number, line in enumerate(source.lines, 1):
        match = _SUMMED.match(line[:1_000])
        if match and not match[3]:
            pins.add(match[1], f"v{match[2]}", number)
    return _part(source, "go", pins)


def read_gemfile_lock(source: Lines) -> Part:
    """Return the pins of a `Gemfile.lock`."""
    pins = Pins()
    for number, line in enumerate(source.lines, 1):
        match = _BUNDLED.match(line[:400])
        if match:
            pins.add(match[1], match[2], number)
    return _part(source, "gem", pins)


def read_composer_lock(source: Lines) -> Part:
    """Return the pins of a `composer.lock`."""
    data = source.json()
    pins = Pins()
    line = 0
    for key in ("packages", "packages-dev"):
        entries = data.get(key)
        for entry in entries if isinstance(entries, list) else []:
            name, version = words(table(entry).get("name")), words(table(entry).get("version"))
            if name and version:
                line = source.line_of(f'"{name}"', after=line)
                pins.add(name, version, line)
    return _part(source, "composer", pins)


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
