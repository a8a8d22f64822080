"""What a `Gemfile`, a gemspec, a `Rakefile` and a `composer.json` say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Dependency, Part, Project, Runtime, Script
from groundplan.survey.manifest.lines import table, texts, words
from groundplan.survey.manifest.shell import split_line
from groundplan.survey.rake_spaces import spaces_of

if TYPE_CHECKING:
    from groundplan.survey.manifest.lines import Lines

_VERSIONS = (
    r"""((?:\s{0,80},\s{0,80}\[?["'][^"']{1,100}["']\]?){0,6})"""  # a gem may be bounded on both sides
)
_GEM = re.compile(r"""\s{0,40}gem\s{1,10}["']([^"']{1,200})["']""" + _VERSIONS)
_GROUP = re.compile(r"\s{0,40}group[\s(]{1,10}:([a-z_]{1,50})")
_OPENS = re.compile(r"\s{0,40}(?:if|unless|case|begin|def)\b|.{0,300}\bdo(?:\s{0,5}\|[^|]{0,50}\|)?\s{0,20}$")
_INLINE = re.compile(r"""\bgroups?(?::|\s{0,5}=>)\s{0,10}\[?\s{0,5}[:"']([a-z_]{1,50})""")
_IF = re.compile(r"""\s{0,40}(if|unless)\s{1,10}([^#]{1,300})""")
_BEHIND = re.compile(r"""["'\w\])}]\s{1,40}(if|unless)\s{1,10}([^#]{1,300})""")
_ELSE = re.compile(r"\s{0,40}els(?:e|if)\b")
_OWN_GEM = re.compile(r"^gemspec\b", re.MULTILINE)
_RUBY = re.compile(r"""\s{0,40}ruby\s{1,10}["']([^"']{1,50})["']""")


def read_gemfile(source: Lines) -> Part:
    """Return the gems of a `Gemfile`, with the group and condition that they or blocks around them have.

    Where a gem is made, who installs it has only what its gemspec lists: the others have the group `Gemfile`.
    """
    found, runtimes = [], []
    outside = "Gemfile" if _OWN_GEM.search(source.text) else ""
    blocks = [(outside, "")]  # the group and the condition inside each open block
    for number, line in enumerate((each[:1_000] for each in source.lines), 1):
        if gem := _GEM.match(line):
            inline, (group, around) = _INLINE.search(line), blocks[-1]
            group = inline[1] if inline else group
            marker = _both(around, _condition(_BEHIND.search(line, gem.end(1))))
            found.append(
                Dependency(
                    gem[1], "gem", _asked(gem[2]), source.spot(number), group, marker, project=source.folder
                )
            )
        elif _OPENS.match(line):
            opened, (group, around) = _GROUP.match(line), blocks[-1]
            blocks.append((opened[1] if opened else group, _both(around, _condition(_IF.match(line)))))
        elif _ELSE.match(line) and len(blocks) > 1:
            blocks[-1] = blocks[-1][0], f"not ({blocks[-1][1]})" if blocks[-1][1] else ""
        elif line.strip() == "end" and len(blocks) > 1:
            blocks.pop()
        elif ruby := _RUBY.match(line):
            runtimes.append(Runtime("Ruby", ruby[1], source.spot(number), source.folder))
    return Part(dependencies=tuple(found), runtimes=tuple(runtimes))


_WANTED = re.compile(
    r"""\s{0,40}\w{1,30}\.add_(runtime_|development_)?dependency[\s(]{1,5}["']([^"']{1,200})["'](?:\.freeze)?"""
    + _VERSIONS
)
_NAMED = re.compile(r"""\s{0,40}\w{1,30}\.name\s{0,20}=\s{0,20}["']([^"']{1,200})["']""")
_RUBIES = re.compile(r"""\s{0,40}\w{1,30}\.required_ruby_version\s{0,20}=\s{0,20}["']([^"']{1,50})["']""")
_TASK = re.compile(
    r"""\s{0,20}(?:Rake::TestTask|RSpec::Core::RakeTask)\.new(?:[\s(]{1,5}[:'"]?(\w[\w:]{0,49}))?"""
)


def _condition(found: re.Match[str] | None) -> str:
    """Return the condition of an `if` or `unless`, as written."""
    if found is None:
        return ""
    said = found[2].strip().removesuffix(" then")
    return said if found[1] == "if" else f"not ({said})"


def _both(around: str, own: str) -> str:
    return " and ".join(each for each in (around, own) if each)


def _asked(versions: str) -> str:
    return ", ".join(re.findall(r"""["']([^"']+)["']""", versions))


def read_gemspec(source: Lines) -> Part:
    """Return what a gemspec asks for in plain words; it is read, never run."""
    found, projects, runtimes = [], [], []
    for number, line in enumerate((each[:1_000] for each in source.lines), 1):
        spot = source.spot(number)
        if gem := _WANTED.match(line):
            group = "dev" if gem[1] == "development_" else ""
            found.append(Dependency(gem[2], "gem", _asked(gem[3]), spot, group, project=source.folder))
        elif named := _NAMED.match(line):
            projects.append(Project(source.folder, named[1], "gem", spot))
        elif ruby := _RUBIES.match(line):
            runtimes.append(Runtime("Ruby", ruby[1], spot, source.folder))
    return Part(tuple(projects), tuple(found), runtimes=tuple(runtimes))


def read_rakefile(source: Lines) -> Part:
    """Return the test tasks of a `Rakefile`, each as a call of itself."""
    found = []
    lines = [each[:500] for each in source.lines]
    for number, (line, space) in enumerate(zip(lines, spaces_of(lines), strict=True), 1):
        if space is not None and (task := _TASK.match(line)):
            is_spec = "RSpec" in line
            name = task[1].rstrip(":") if task[1] and task[1] != "do" else ("spec" if is_spec else "test")
            call = ("rake", "spec" if is_spec else "test")
            spot = source.spot(number)
            found.append(Script(f"{space}{name}", "rake", spot, line.strip(), (call,), folder=source.folder))
    return Part(scripts=tuple(found))


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
