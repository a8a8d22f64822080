"""One JavaScript or TypeScript test file: by its imports, by its package's scripts, by what is declared."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Role
from groundplan.survey.manifest.members import folders_above
from groundplan.survey.manifest.recognising import bare_call, environment_of, named_script, recognise
from groundplan.survey.manifest.shell import join_line
from groundplan.survey.manifest.tool_table import TOOLS
from groundplan.survey.running.collecting import fits
from groundplan.survey.running.globs import takes
from groundplan.survey.running.ground import Run, below, folder_of, in_folder
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.manifest.facts import Script
    from groundplan.survey.manifest.tool_table import Known
    from groundplan.survey.running.ground import Ground

# A file that stops unless the time zone is another one is run by a script of its own, if at all.
_BOUND = re.compile(r"process\.env\.TZ\s*!==?")
_IMPORTED = (
    ("bun test", re.compile(r"""["']bun:test["']""")),
    ("vitest", re.compile(r"""["']vitest["']""")),
    (
        "node:test",
        re.compile(r"""["'](?:node:)?test["']\)|from ["']node:test["']|import ["']node:test["']"""),
    ),
    ("jest", re.compile(r"""["']@jest/globals["']""")),
    ("ava", re.compile(r"""["']ava["']""")),
    ("tap", re.compile(r"""["'](?:tap|@tapjs/\w+)["']""")),
    ("tape", re.compile(r"""["']tape["']""")),
    ("uvu", re.compile(r"""["']uvu["']""")),
    ("tstyche", re.compile(r"""["']tstyche["']""")),
    ("tsd", re.compile(r"""["']tsd["']""")),
    ("playwright", re.compile(r"""["']@playwright/test["']""")),
)
# Runners that run what another one's tests import.
_ALSO = {"node:test": ("borp",)}
_DIRECT = ("vitest", "jest", "mocha", "ava", "tap", "borp", "tape", "uvu", "react-scripts")
_FIRST = ("test", "unit", "test:unit", "unit-test", "tests")
_WITH_VALUE = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "--import --require -r --loader --experimental-loader --conditions -C --env-file --config -c --root "
        "--node-option --extension --env --environment --rootDir --preset"
    ).split()
)
_ALONE = (
    "--experimental-",
    "--no-warnings",
    "--runInBand",
    "--exit",
    "--allow-natives-syntax",
    "--expose-gc",
    "--enable-source-maps",
)
_DROPPED = ("--experimental-test-coverage", "--experimental-test-isolation")


def run_script(ground: Ground, path: str, _test: str) -> Run | None:
    """Return the call of one test file through the runner that its imports or its package name."""
    text = ground.text(path)
    if _BOUND.search(text):
        return None
    if "Deno.test(" in text or not ground.nearest(path, "package.json"):
        return _deno(ground, path)
    imported = next((name for name, pattern in _IMPORTED if pattern.search(text)), "")
    if imported == "bun test":
        return Run(f"bun test {join_line((path,))}", Spot(path, _line(text, "bun:test")))
    for folder in folders_above(path):
        if ground.inside(folder, "package.json"):
            found = _by_script(ground, path, folder, imported) or _by_name(ground, path, folder, imported)
            if found:
                return found
    if imported == "node:test" and path.endswith((".js", ".mjs", ".cjs")):
        return Run(f"node --test {join_line((path,))}", Spot(path, _line(text, "node:test")))
    return None


def _by_script(ground: Ground, path: str, folder: str, imported: str) -> Run | None:
    """Return the call made of the words a package's own test script starts its runner with."""
    allowed = (imported, *_ALSO.get(imported, ())) if imported else ()
    inner = below(path, folder)
    for script, argv, known in _chosen(ground, folder, inner, allowed):
        if known.name == "node:test":
            line = join_line((*_settings(argv), "node", *_options(argv), "--test", inner))
            return Run(in_folder(folder, line), script.at)
        if known.name in _DIRECT and fits(ground, known.name, inner, (folder, _options(argv))):
            return Run(in_folder(folder, _line_for(ground, known.name, folder, argv, inner)), script.at)
        return None
    return None


def _chosen(
    ground: Ground, folder: str, inner: str, allowed: tuple[str, ...]
) -> list[tuple[Script, tuple[str, ...], Known]]:
    """Return the calls of the runners a file may belong to; of several, those whose patterns take it in."""
    found = [
        (script, argv, known)
        for script, argv in _calls(ground, folder)
        if (known := recognise(argv)) and known.role is Role.TEST and (not allowed or known.name in allowed)
    ]
    if allowed or len({known.name for _, _, known in found}) < 2:
        return found
    return [each for each in found if any(takes(inner, word) for word in bare_call(each[1])[1:])]


def _by_name(ground: Ground, path: str, folder: str, imported: str) -> Run | None:
    """Return the plain call of a runner that a package declares and no script starts."""
    declared = {
        each.name: each.at
        for each in ground.manifest.dependencies
        if each.ecosystem == "npm" and each.project == folder
    }
    known = {package for tool in TOOLS if tool.role is Role.TEST for package in tool.packages}
    rivals = known & set(declared)
    if not imported and (len(rivals) > 1 or _has_test_script(ground, folder)):
        return None  # which of them runs the file is not told
    names = [imported] if imported else ["vitest", "jest", "mocha", "ava"]
    for name in names:
        inner = below(path, folder)
        if name in declared and name in _DIRECT and fits(ground, name, inner, (folder, ())):
            return Run(in_folder(folder, _line_for(ground, name, folder, (), inner)), declared[name])
    return None


def _has_test_script(ground: Ground, folder: str) -> bool:
    return any(
        each.kind == "npm" and each.folder == folder and each.name == "test"
        for each in ground.manifest.scripts
    )


def _calls(ground: Ground, folder: str) -> Iterator[tuple[Script, tuple[str, ...]]]:
    """Yield the calls of a package's scripts, its test scripts first, each followed to what it runs."""
    scripts = {
        each.name: each for each in ground.manifest.scripts if each.kind == "npm" and each.folder == folder
    }
    names = [
        *(name for name in _FIRST if name in scripts),
        *sorted(name for name in scripts if name not in _FIRST and "test" in name),
    ]
    for name in names:
        yield from _followed(scripts, name, 0)


def _followed(scripts: dict[str, Script], name: str, hops: int) -> Iterator[tuple[Script, tuple[str, ...]]]:
    script = scripts[name]
    for argv in script.calls[:20]:
        kinds, names = named_script(argv)
        if recognise(argv) is None and "npm" in kinds and hops < 4:
            for each in names[:6]:
                if each in scripts:
                    yield from _followed(scripts, each, hops + 1)
        else:
            yield script, argv


def _line_for(ground: Ground, name: str, folder: str, argv: tuple[str, ...], inner: str) -> str:
    verb = {"vitest": ("run",), "react-scripts": ("test", "--watchAll=false")}.get(name, ())
    return join_line((*_settings(argv), *ground.layout.starter(folder), name, *verb, *_options(argv), inner))


def _settings(argv: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a script sets for its runner, as words of `env`."""
    found = tuple(each for each in environment_of(argv) if "$" not in each)
    return ("env", *found) if found else ()


def _options(argv: tuple[str, ...]) -> tuple[str, ...]:
    """Return the options a runner needs to read the file; reports and patterns are left out."""
    kept: list[str] = []
    words = bare_call(argv)[1:]
    for place, each in enumerate(words):
        name = each.partition("=")[0]
        if name in _WITH_VALUE and "=" in each:
            kept.append(each)
        elif name in _WITH_VALUE and place + 1 < len(words):
            kept += [each, words[place + 1]]
        elif each.startswith(_ALONE) and name not in _DROPPED:
            kept.append(each)
    return tuple(kept) if not any("$" in each for each in kept) else ()


def _deno(ground: Ground, path: str) -> Run | None:
    manifest = ground.nearest(path, "deno.json", "deno.jsonc")
    spot = ground.spot(manifest, r"\bdeno test\b") if manifest else None
    if not manifest:
        return None
    line = ground.text(manifest).split("\n")[spot.line - 1] if spot else ""
    found = re.search(r"deno test((?:\s+(?:-A|--allow-[\w-]+(?:=[\w./,:-]+)?|--unstable[\w-]*))*)", line)
    flags = found[1].split() if found else []
    folder = folder_of(manifest)
    return Run(
        in_folder(folder, join_line(("deno", "test", *flags, below(path, folder)))), spot or Spot(manifest, 1)
    )


def _line(text: str, word: str) -> int:
    return next((number for number, line in enumerate(text.split("\n"), 1) if word in line), 0)
