"""One JavaScript or TypeScript test file: by its imports, by its package's scripts, by what is declared."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.loose_json import read_object
from groundplan.survey.manifest.facts import Role
from groundplan.survey.manifest.members import folders_above
from groundplan.survey.manifest.recognising import bare_call, environment_of, named_script, recognise
from groundplan.survey.manifest.shell import join_line
from groundplan.survey.running.globs import matches, takes
from groundplan.survey.running.ground import Run, below, folder_of, in_folder
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.manifest.facts import Script
    from groundplan.survey.manifest.tool_table import Known
    from groundplan.survey.running.ground import Ground

MOST_PATTERNS = 200
_MOCHA = ("js", "cjs", "mjs", "json", "jsonc", "yaml", "yml")
_ENDINGS = ("ts", "mts", "js", "mjs", "cjs", "json")
_TESTED = re.compile(r"(?:.*/)?(?:[^/]+\.(?:test|spec)\.[cm]?[jt]sx?|__tests__/.+\.[cm]?[jt]sx?)")
_AVA = re.compile(
    r"(?:(?:src/|source/)?test|(?:.*/)?(?:test-[^/]*|[^/]+\.(?:test|spec)|(?:tests?|__tests__)/.+))\.[cm]?[jt]sx?"
)
_AVA_PASSED_BY = re.compile(r"(?:.*/)?(?:_[^/]*|(?:__)?(?:helper|fixture)s?(?:__)?/.*)")
# What is measured, bundled, and what types are checked of, has patterns of its own.
_OTHER_SETTINGS = re.compile(r"""\b(?:coverage|typecheck|optimizeDeps|deps)["']?\s*:\s*\{[^{}]{0,5000}\}""")
_VALUE = r"""["']?\s*:\s*(\[[^\]]{0,2000}\]|["'`][^"'`\n]{1,300}["'`])"""
_TEXT = re.compile(r"""["'`]([^"'`\n]{1,300})["'`]""")
_TYPESCRIPT = re.compile(r"""["'][cm]?tsx?["']|\brewritePaths\b""")
_BOTH = (
    re.compile(r"\b(?:include|testMatch|testRegex)" + _VALUE),
    re.compile(r"\b(?:exclude|testPathIgnorePatterns)" + _VALUE),
)
# A file that stops unless the time zone is another one is run by a script of its own, if at all.
_BOUND = re.compile(r"process\.env\.TZ\s*!==?")
_IMPORTED = (
    ("bun test", re.compile(r"""["']bun:test["']""")),
    ("mocha", re.compile(r"""["']mocha["']""")),
    ("vitest", re.compile(r"""["']vitest["']""")),
    (
        "node:test",
        re.compile(r"""\brequire\(["'](?:node:)?test["']\)|\b(?:from|import) ["']node:test["']"""),
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


# Which files vitest, jest and ava collect: their own patterns, or those a configuration gives instead.


class _Runner(NamedTuple):
    """Where a runner is configured, and under which names its patterns stand."""

    tools: tuple[str, ...]  # what configuration files are called after
    key: str  # of its part of `package.json`
    taken: re.Pattern[str]
    passed_by: re.Pattern[str]


_RUNNERS = {
    "vitest": _Runner(("vitest", "vite"), "vitest", *_BOTH),
    "jest": _Runner(("jest",), "jest", *_BOTH),
    "react-scripts": _Runner(("jest",), "jest", *_BOTH),
    "ava": _Runner(("ava",), "ava", re.compile(r"\bfiles" + _VALUE), re.compile(r"(?!)()")),
}


def fits(ground: Ground, name: str, inner: str, around: tuple[str, tuple[str, ...]]) -> bool:
    """Whether a runner collects a file, by the configuration of its package: the folder, and its options."""
    runner = _RUNNERS.get(name)
    if runner is None:
        return True
    folder, options = around
    texts = _configurations(ground, runner, folder, options)
    taken = _patterns(texts, runner.taken)
    if any(_passes_by(inner, each) for each in _patterns(texts, runner.passed_by)):
        return False
    if any(matches(inner, each[1:]) for each in taken if each.startswith("!")):
        return False
    if name == "ava" and _AVA_PASSED_BY.fullmatch(inner):
        return False
    if name == "ava" and re.search(r"\.[cm]?tsx?$", inner) and not any(map(_TYPESCRIPT.search, texts)):
        return False
    usual = (_AVA if name == "ava" else _TESTED).fullmatch(inner) is not None
    wanted = [each for each in taken if not each.startswith("!")]
    # A regular expression of somebody else is not run.
    return (
        any(usual if _is_expression(each) else matches(inner, each) for each in wanted) if wanted else usual
    )


def _configurations(
    ground: Ground, runner: _Runner, folder: str, options: tuple[str, ...]
) -> tuple[str, ...]:
    place = f"{folder}/" if folder else ""
    named = [options[at + 1] for at, each in enumerate(options[:-1]) if each in {"--config", "-c"}]
    usual = [f"{tool}.config.{ending}" for tool in runner.tools for ending in _ENDINGS]
    files = [path for name in (*named, *usual) if (path := place + name.removeprefix("./")) in ground.paths]
    own = read_object(ground.text(f"{place}package.json").encode()).get(runner.key, {})
    texts = (*(ground.text(path) for path in files[:1]), json.dumps(own))
    return tuple(_OTHER_SETTINGS.sub("", each) for each in texts)


def _patterns(texts: tuple[str, ...], setting: re.Pattern[str]) -> list[str]:
    found = [each for text in texts for block in setting.findall(text) for each in _TEXT.findall(block)]
    return found[:MOST_PATTERNS]


def _passes_by(inner: str, pattern: str) -> bool:
    """Whether a pattern leaves a file out: that of vitest is one for paths, that of jest is found in them."""
    plain = pattern.removeprefix("<rootDir>").replace("\\\\", "\\").replace("\\.", ".")
    return matches(inner, pattern) or ("*" not in plain and "/" in plain and plain in f"/{inner}")


def _is_expression(pattern: str) -> bool:
    return pattern.startswith(("(", "\\", "^")) or pattern.endswith("$")


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
        if known.name == "node:test" and not imported and _has_mocha(ground, folder):
            return None  # what it runs is not said to be this file
        if known.name == "node:test":
            line = join_line((*_settings(argv), "node", *_options(argv), "--test", inner))
            return Run(in_folder(folder, line), script.at)
        if known.name in _DIRECT and fits(ground, known.name, inner, (folder, _options(argv))):
            return Run(in_folder(folder, _line_for(ground, known.name, folder, argv, inner)), script.at)
        return None
    return None


def _has_mocha(ground: Ground, folder: str) -> bool:
    """Whether a package configures mocha, whose tests need no import."""
    place = f"{folder}/" if folder else ""
    is_key = "mocha" in read_object(ground.text(f"{place}package.json").encode())
    return is_key or any(f"{place}.mocharc.{ending}" in ground.paths for ending in _MOCHA)


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
    """Return the plain call of a runner that a file imports and its package declares."""
    declared = {
        each.name: each.at
        for each in ground.manifest.dependencies
        if each.ecosystem == "npm" and each.project == folder
    }
    inner = below(path, folder)
    if imported in declared and imported in _DIRECT and fits(ground, imported, inner, (folder, ())):
        return Run(in_folder(folder, _line_for(ground, imported, folder, (), inner)), declared[imported])
    return None


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
