"""The project's environment: language versions, what is installed in the worktree, the commands that run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.evidence.commands import find_commands
from groundplan.files.plain import read_plain
from groundplan.plan.fact import CodePlace, Coverage, Fact, FactKind, How, Provenance
from groundplan.survey.installed.python import VIRTUALENVS, find_virtualenvs
from groundplan.survey.sources import part
from groundplan.survey.where.kinds import Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject

MOST_RUNTIMES = 4
_MANAGERS = {
    "uv.lock": "uv",
    "poetry.lock": "poetry",
    "pdm.lock": "pdm",
    "Pipfile.lock": "pipenv",
    "pnpm-lock.yaml": "pnpm",
    "yarn.lock": "yarn",
    "bun.lock": "bun",
    "bun.lockb": "bun",
    "package-lock.json": "npm",
    "Cargo.lock": "cargo",
    "Gemfile.lock": "bundler",
    "composer.lock": "composer",
    "go.sum": "go",
    "gradlew": "gradle wrapper",
    "mvnw": "maven wrapper",
}
_PINS = (
    ".tool-versions",
    ".nvmrc",
    ".node-version",
    ".python-version",
    ".ruby-version",
    "rust-toolchain.toml",
)
_LONGEST_PIN = 60


def find_environment(subject: Subject) -> Iterator[Fact]:
    """Return what the repository is built, run and tested with."""
    yield from _runtimes(subject)
    yield from _installed(subject)
    yield from _managers(subject)
    yield from _commands(subject)


def _fact(subject: str, how: How, place: CodePlace | None, *values: tuple[str, str | bool]) -> Fact:
    places = (place,) if place is not None else ()
    return Fact(FactKind.ENVIRONMENT, subject, Provenance(how), Coverage(), places, len(places), values)


def _runtimes(subject: Subject) -> Iterator[Fact]:
    own = [each for each in subject.manifest.runtimes if not each.project]
    for each in own[:MOST_RUNTIMES]:
        place = CodePlace(each.at.path, each.at.line, each.at.line)
        yield _fact("runtime", How.MANIFEST, place, ("language", each.language), ("version", each.declared))
    known = set(subject.index.paths())
    for name in _PINS:
        if name in known and all(each.at.path != name for each in own):
            text = " ".join((subject.index.text(name) or b"").decode("utf-8", "replace").split())
            yield _fact("pin", How.FILES, CodePlace(name), ("version", text[:_LONGEST_PIN]))


def _installed(subject: Subject) -> Iterator[Fact]:
    """Return the environments in the worktree, which git ignores; they are looked at, never run."""
    root = Path(subject.index.root)
    environments = find_virtualenvs(root)
    for name in environments:
        version = _venv_version(root / name / "pyvenv.cfg")
        yield _fact("virtualenv", How.FILES, CodePlace(name), ("version", version))
    if (root / "node_modules").is_dir():
        yield _fact("node_modules", How.FILES, CodePlace("node_modules"))
    ecosystems = {each.ecosystem for each in subject.manifest.dependencies if not each.project}
    if "npm" in ecosystems and not (root / "node_modules").is_dir():
        yield _absent("node_modules")
    if "pypi" in ecosystems and not environments:
        yield _absent("virtualenv")


def _absent(what: str) -> Fact:
    searched = (("folders", len(VIRTUALENVS) if what == "virtualenv" else 1),)
    return Fact(
        FactKind.ENVIRONMENT, what, Provenance(How.FILES), Coverage(searched=searched), is_absence=True
    )


def _venv_version(settings: Path) -> str:
    try:
        text = read_plain(settings, most=4_000).decode("utf-8", "replace")
    except OSError:
        return ""
    rows = dict(line.partition("=")[::2] for line in text.splitlines() if "=" in line)
    found = {name.strip(): value.strip() for name, value in rows.items()}
    return (found.get("version") or found.get("version_info") or "")[:_LONGEST_PIN]


def _managers(subject: Subject) -> Iterator[Fact]:
    known = set(subject.index.paths())
    for name, tool in _MANAGERS.items():
        if name in known:
            yield _fact("manager", How.FILES, CodePlace(name), ("tool", tool))


def _commands(subject: Subject) -> Iterator[Fact]:
    roles: dict[str, list[str]] = {}
    commands = find_commands(subject)
    for each in commands:
        roles.setdefault(each.line, []).append(each.role)
    for line in roles:
        each = next(one for one in commands if one.line == line)
        place = CodePlace(each.at.path, each.at.line, each.at.line) if each.at else None
        if each.is_usual:
            continue  # nobody says that it is run so
        if place is None or part(place.path) not in {Part.TEST, Part.EXAMPLE}:
            yield _fact(
                "command",
                How.MANIFEST,
                place,
                ("role", ", ".join(roles[each.line])),
                ("line", each.line),
                ("written", each.written),
            )
