"""Which packages from outside the targets use, in which version, declared and imported where."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from groundplan.evidence.kinds import UsedPackage
from groundplan.survey.sources import root_of
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.evidence.at_hand import CodeAtHand
    from groundplan.survey.manifest.facts import Dependency, Manifest

MOST_PACKAGES = 30
MOST_SPOTS = 5
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
_NODE = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "assert buffer child_process cluster console crypto dgram dns events fs http http2 https module net "
        "os path perf_hooks process querystring readline stream string_decoder timers tls tty url util v8 vm "
        "worker_threads zlib"
    ).split()
)


def find_packages(code: CodeAtHand, paths: Iterable[str]) -> tuple[UsedPackage, ...]:
    """Return the packages some files import, a language's own library left out, sorted by name."""
    used: dict[str, list[Spot]] = {}
    for path in paths:
        for name in code.graph.packages.get(path, ()):
            if not is_built_in(path, name) and not name.startswith("_"):  # `_typeshed` is no package
                used.setdefault(name, []).extend(_imported_at(code, path, name))
    found = [_package(code.manifest, name, tuple(spots[:MOST_SPOTS])) for name, spots in sorted(used.items())]
    return tuple(found[:MOST_PACKAGES])


def is_built_in(path: str, name: str) -> bool:
    """Tell whether what a file imports comes with its language."""
    if path.endswith((".py", ".pyi")):
        return name in sys.stdlib_module_names
    if path.endswith(".go"):
        return "." not in name.partition("/")[0]
    return name.startswith("node:") or name in _NODE


def _imported_at(code: CodeAtHand, path: str, name: str) -> list[Spot]:
    outline = code.index.outline(path)
    lines = (
        each.line
        for each in (outline.imports if outline else ())
        if root_of(each.module) == name or each.module == name or each.module.startswith(f"{name}/")
    )
    return [Spot(path, line) for line in dict.fromkeys(lines)][:1]


def _package(manifest: Manifest, name: str, spots: tuple[Spot, ...]) -> UsedPackage:
    declared = _declared(manifest, name)
    if declared is not None:
        return UsedPackage(name, declared.locked or declared.declared, declared.at, spots)
    pins = manifest.installed(name) or manifest.installed(INSTALLED_AS.get(name, name))
    if pins:
        lock, pin = pins[0]
        return UsedPackage(name, pin.version, Spot(lock.path, pin.line), spots)
    return UsedPackage(name, "", None, spots)


def _declared(manifest: Manifest, name: str) -> Dependency | None:
    """Return what asks for a package: what is needed to run before what is needed to develop."""
    found = [
        *manifest.find(name),
        *manifest.find(INSTALLED_AS.get(name, name)),
        *(manifest.find(f"python-{name}") if "/" not in name else ()),
        *(
            each
            for each in manifest.dependencies
            if each.ecosystem == "go" and name.startswith(f"{each.name}/")
        ),
    ]
    return min(
        found,
        key=lambda each: (bool(each.project), bool(each.group), each.is_indirect, each.at),
        default=None,
    )
