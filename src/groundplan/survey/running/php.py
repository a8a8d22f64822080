"""One test file of a PHP project: PHPUnit, Symfony's bridge to it, or Pest."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from groundplan.survey.manifest.lines import Lines, Nonsense, table, words
from groundplan.survey.running.ground import Run, below, folder_of, in_folder

if TYPE_CHECKING:
    from groundplan.survey.running.ground import Ground
    from groundplan.survey.spot import Spot

_RUNNERS = (
    ("pestphp/pest", "pest"),
    ("phpunit/phpunit", "phpunit"),
    ("symfony/phpunit-bridge", "simple-phpunit"),
)
_CONFIGURED = ("phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml")
_ABSTRACT = re.compile(r"^\s*abstract\s+class\b", re.MULTILINE)


def run_php(ground: Ground, path: str, test: str) -> Run | None:
    """Return the call of one test file through the runner `composer.json` asks for."""
    manifest = ground.nearest(path, "composer.json")
    found = _runner(ground, manifest) if manifest else None
    if found is None or not path.endswith("Test.php") or _ABSTRACT.search(ground.text(path)):
        return None
    runner, spot = found
    folder = folder_of(manifest)
    if not ground.inside(folder, *_CONFIGURED):
        return None  # how its tests are loaded is not known
    binaries = words(_config(ground, manifest).get("bin-dir")) or "vendor/bin"
    line = f"{binaries}/{runner} {shlex.quote(below(path, folder))}"
    name = test.rpartition(".")[2]
    return Run(in_folder(folder, f"{line} --filter {name}" if name.isidentifier() else line), spot)


def _runner(ground: Ground, manifest: str) -> tuple[str, Spot] | None:
    declared = {
        each.name: each.at
        for each in ground.manifest.dependencies
        if each.ecosystem == "composer" and each.at.path == manifest
    }
    return next(((runner, declared[name]) for name, runner in _RUNNERS if name in declared), None)


def _config(ground: Ground, manifest: str) -> dict[str, object]:
    try:
        return table(Lines(manifest, ground.text(manifest)).json().get("config"))
    except Nonsense:
        return {}
