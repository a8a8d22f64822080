"""The packages that a goal names: where they are declared, in which version, and who imports them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.fact import Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.plan.late_regex import late_regex
from groundplan.survey.manifest.facts import normal_name
from groundplan.survey.sources import root_of
from groundplan.survey.where.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject
    from groundplan.plan.fact import CodePlace
    from groundplan.survey.manifest.facts import Dependency

MOST = 6
_WISHED = late_regex(
    r"\b(?:adopt|switch to|migrate to|upgrade|bump)\s+`?([A-Za-z@][\w.@/-]{1,60})",
    re.IGNORECASE,
)
_WORD = late_regex(r"@?[A-Za-z][\w.-]{1,60}(?:/[\w.@/-]{1,80})?")
# Where the name that is imported is not the name that is installed.
INSTALLED_AS = {
    "yaml": "pyyaml",
    "PIL": "pillow",
    "bs4": "beautifulsoup4",
    "sklearn": "scikit-learn",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "jwt": "pyjwt",
    "dotenv": "python-dotenv",
    "attr": "attrs",
    "OpenSSL": "pyopenssl",
    "Crypto": "pycryptodome",
    "git": "gitpython",
    "serial": "pyserial",
    "MySQLdb": "mysqlclient",
    "psycopg2": "psycopg2-binary",
    "google": "protobuf",
    "pkg_resources": "setuptools",
}


def find_dependencies(subject: Subject) -> Iterator[Fact]:
    """Return the declared or imported packages among the goal's words; none is a fact where there are any."""
    words = _asked(subject)
    imports = _imports(subject)
    declared = subject.manifest.dependencies
    count = 0
    for word in words:
        found = subject.manifest.find(word)
        imported = imports.get(normal_name(word), ())
        if found and count < MOST:  # what is only imported may be a module of its own, or of the language
            count += 1
            yield _fact(subject, word, found, imported)
    parts = [normal_name(each.name) for each in declared]  # `org.slf4j:slf4j-api` is what `slf4j` asks for
    wished = tuple(
        word for word in _wished(subject, words) if not any(normal_name(word) in each for each in parts)
    )
    if not count and declared and wished:
        files = len({each.at.path for each in declared})
        coverage = Coverage(searched=(("manifests", files), ("dependencies", len(declared))))
        unread = subject.manifest.unread
        if unread:
            gaps = tuple(Gap(Missing.NOT_SEARCHED, each.path, 1) for each in unread)
            coverage = Coverage(Extent.PARTIAL, gaps, coverage.searched)
        values = (("words", wished),)
        yield Fact(
            FactKind.DEPENDENCY, "", Provenance(How.MANIFEST), coverage, values=values, is_absence=True
        )


def _asked(subject: Subject) -> tuple[str, ...]:
    """Return the words of the goal's first line that can name a package, and what it writes as code."""
    title = subject.text.strip().partition("\n")[0]
    told = {word.lower() for word in subject.spelled}
    found = [word.rstrip(".-") for word in _WORD.findall(title)]
    kept = [
        word
        for word in found
        if word.lower() not in STOP_WORDS and (word.lower() in told or "-" in word or "/" in word)
    ]
    named = [name for name, worth in subject.goal.names.items() if worth >= 1.0]
    return tuple(dict.fromkeys((*kept, *named)))


def _wished(subject: Subject, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words that the goal can only ask for as packages: `migrate to httpx`, `upgrade click`."""
    title = subject.text.strip().partition("\n")[0]
    return tuple(dict.fromkeys(word for word in _WISHED.findall(title) if word in words))


def _imports(subject: Subject) -> dict[str, tuple[CodePlace, ...]]:
    """Return where each package from outside is imported, by its name as manifests compare it."""
    wanted = {normal_name(word) for word in _asked(subject)}
    own = {path.partition("/")[0] for path in subject.index.paths() if "/" in path}
    found: dict[str, list[CodePlace]] = {}
    for path, imports in subject.index.imports():
        for each in imports:
            if each.module.startswith((".", "/")):
                continue
            root = root_of(each.module)
            if {root, root.removesuffix(".py"), root.partition("/")[0]} & own:
                continue
            names = {INSTALLED_AS.get(root, root), *_packages_of(root)}
            for known in set(map(normal_name, names)) & wanted:
                places = found.setdefault(known, [])
                if not places or places[-1].path != path:
                    places.append(subject.place(path, each.line))
    return {name: tuple(places) for name, places in found.items()}


def _packages_of(module: str) -> Iterator[str]:
    """Yield the packages that a path may be a part of: `lodash/each` is imported from `lodash`."""
    segments = module.split("/")
    for end in range(1, len(segments) + 1):
        yield "/".join(segments[:end])


def _fact(
    subject: Subject, word: str, declared: tuple[Dependency, ...], imported: tuple[CodePlace, ...]
) -> Fact:
    lines = tuple(subject.place(each.at.path, each.at.line, each.group) for each in declared)
    versions = tuple(dict.fromkeys(each.declared for each in declared if each.declared))
    locked = tuple(dict.fromkeys(each.locked for each in declared if each.locked))
    return Fact(
        FactKind.DEPENDENCY,
        declared[0].name if declared else word,
        Provenance(How.MANIFEST if declared else How.SYNTAX),
        Coverage(Extent.PARTIAL, (Gap(Missing.DYNAMIC),), (("files", subject.file_count),)),
        (*lines, *imported),
        len(lines) + len(imported),
        (
            ("declared", len(lines)),
            ("imports", len(imported)),
            ("versions", versions),
            ("locked", locked),
            ("ecosystems", tuple(dict.fromkeys(each.ecosystem for each in declared))),
        ),
    )
