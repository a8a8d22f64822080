"""What a `Gemfile` and a `composer.json` say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Dependency, Part, Project, Runtime, Script
from groundplan.survey.manifest.lines import table, texts, words
from groundplan.survey.manifest.shell import split_line

if TYPE_CHECKING:
    from groundplan.survey.manifest.lines import Lines

_GEM = re.compile(
    r"""\s{0,40}gem\s{1,10}["']([^"']{1,200})["'](?:\s{0,10},\s{0,10}["']([^"']{1,100})["'])?"""
)
_GROUP = re.compile(r"\s{0,40}group\s{1,10}:([a-z_]{1,50})")
_RUBY = re.compile(r"""\s{0,40}ruby\s{1,10}["']([^"']{1,50})["']""")


def read_gemfile(source: Lines) -> Part:
    """Return the gems of a `Gemfile`, with the group block they stand in."""
    found, runtimes, group = [], [], ""
    for number, line in enumerate((each[:1_000] for each in source.lines), 1):
        if gem := _GEM.match(line):
            found.append(
                Dependency(gem[1], "gem", gem[2] or "", source.spot(number), group, project=source.folder)
            )
        elif opened := _GROUP.match(line):
            group = opened[1]
        elif line.strip() == "end":
            group = ""
        elif ruby := _RUBY.match(line):
            runtimes.append(Runtime("Ruby", ruby[1], source.spot(number), source.folder))
    return Part(dependencies=tuple(found), runtimes=tuple(runtimes))


def read_composer_json(source: Lines) -> Part:
    """Return what a `composer.json` says."""
    data = source.json()
    found, runtimes, scripts = [], [], []
    for key, group in (("require", ""), ("require-dev", "dev")):
        after = source.line_of(f'"{key}"')
        for name, value in table(data.get(key)).items():
            spot = source.spot(source.line_of(f'"{name}"', after=after))
            if name == "php":
                runtimes.append(Runtime("PHP", words(value), spot, source.folder))
            elif not name.startswith("ext-"):
                found.append(Dependency(name, "composer", words(value), spot, group, project=source.folder))
    after = source.line_of('"scripts"')
    for name, value in table(data.get("scripts")).items():
        rows = texts(value)
        calls = tuple(argv for row in rows for argv in split_line(row))
        spot = source.spot(source.line_of(f'"{name}"', after=after))
        scripts.append(Script(name, "composer", spot, " && ".join(rows), calls, folder=source.folder))
    name = words(data.get("name"))
    projects = (
        (Project(source.folder, name, "composer", source.spot(source.line_of('"name"'))),) if name else ()
    )
    return Part(projects, tuple(found), runtimes=tuple(runtimes), scripts=tuple(scripts))
