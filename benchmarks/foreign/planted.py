"""True plans of real repositories with one error planted in each: which share of the errors `check` sees.

    python benchmarks/foreign/planted.py path/to/flask path/to/express path/to/cobra

Each plan is written from the repository's own code, in sentences as other tools' plans have them. It is
checked once as it is, where nothing may be found, and once with the error.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.app.judgement.codebase import open_codebase
from groundplan.app.judgement.documents import Written, check_document
from groundplan.code.index import Symbol
from groundplan.code.occurrences import find_occurrences
from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.survey.manifest.reading import read_manifest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.code.index import Index

WANTED = 20
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
_PROSE = (".md", ".rst", ".txt")


@dataclass(frozen=True)
class Pair:
    """A sentence that is true of the code, and the same with one error in it."""

    true: str
    false: str


def slip(word: str, chance: random.Random) -> str:
    """Return a word with two neighbours swapped, which is another word."""
    spots = [at for at in range(1, len(word) - 1) if word[at] != word[at + 1] and word[at].isalpha()]
    at = chance.choice(spots)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def symbols(index: Index, chance: random.Random) -> Iterator[Symbol]:
    """Yield functions of the code that are defined once, in any order."""
    paths = [path for path, _ in index.outlines() if not is_test(path)]
    chance.shuffle(paths)
    for path in paths:
        outline = index.outline(path)
        for each in outline.definitions if outline else ():
            if each.kind in _FUNCTIONS and len(each.name) > 7 and len(index.symbols(each.name)) == 1:
                yield Symbol(path, each)


def paths(index: Index, chance: random.Random) -> Iterator[Pair]:
    """Plant a path with two letters swapped."""
    for each in symbols(index, chance):
        folder, _, name = each.path.rpartition("/")
        stem, _, ending = name.rpartition(".")
        if len(stem) > 5:
            wrong = f"{folder}/{slip(stem, chance)}.{ending}".lstrip("/")
            words = chance.choice(
                ("- Update `{}` to log the error.", "- Extend {} with a guard.", "`{}` holds it.")
            )
            yield Pair(words.format(each.path), words.format(wrong))


def lines(index: Index, chance: random.Random) -> Iterator[Pair]:
    """Plant a line of the same file where the name is not."""
    for each in symbols(index, chance):
        text = (index.text(each.path) or b"").decode("utf-8", "replace").split("\n")
        word = re.compile(rf"(?<!\w){re.escape(each.definition.name)}(?!\w)")
        far = [
            number
            for number, line in enumerate(text, 1)
            if not word.search(line) and not each.definition.first <= number <= each.definition.last
        ]
        if far:
            words = chance.choice(("The check is in `{0}()` ({1}:{2}).", "- `{1}:{2}` defines `{0}()`"))
            said = (each.definition.name, each.path)
            yield Pair(words.format(*said, each.definition.line), words.format(*said, chance.choice(far)))


def names(index: Index, chance: random.Random) -> Iterator[Pair]:
    """Plant a function with two letters swapped."""
    for each in symbols(index, chance):
        name = each.definition.name
        words = chance.choice(
            ("- `{1}::{0}` is called first.", "It calls `{0}()` today.", "`{0}()` in `{1}` does it.")
        )
        yield Pair(words.format(name, each.path), words.format(slip(name, chance), each.path))


def quotes(index: Index, chance: random.Random) -> Iterator[Pair]:
    """Plant another value or name in a quoted line."""
    for each in symbols(index, chance):
        text = (index.text(each.path) or b"").decode("utf-8", "replace").split("\n")
        for number in range(each.definition.first, min(each.definition.last, len(text)) + 1):
            line = text[number - 1].strip()
            if 15 < len(line) < 70 and "=" in line and "`" not in line and re.search(r"[a-z_]{4,}", line):
                word = max(re.findall(r"[a-z_]{4,}", line), key=len)
                wrong = line.replace(word, f"{word}_all", 1)
                words = "- `{}:{}`: `{}`"
                yield Pair(words.format(each.path, number, line), words.format(each.path, number, wrong))
                break


def callers(index: Index, chance: random.Random) -> Iterator[Pair]:
    """Leave out one file that uses a name which is removed."""
    for each in symbols(index, chance):
        found = find_occurrences(index, each.definition.name)
        files = [path for path in found.files if path != each.path and not path.endswith(_PROSE)]
        if each.definition.is_exported and 2 <= len(files) <= 8:
            words = "- Remove `{}` from `{}`, and change {} with it."
            told = [", ".join(f"`{path}`" for path in some) for some in (files, files[1:])]
            yield Pair(*(words.format(each.definition.name, each.path, some) for some in told))


def counts(index: Index, chance: random.Random) -> Iterator[Pair]:
    """Plant a number of files that use a name."""
    for each in symbols(index, chance):
        found = find_occurrences(index, each.definition.name)
        files = [path for path in found.files if path != each.path and not path.endswith(_PROSE)]
        if 2 <= len(files) <= 30:
            words = chance.choice(("`{}()` is used in {} files.", "There are {1} files that use `{0}`."))
            wrong = len(files) + chance.choice((4, 7, 11))
            yield Pair(
                words.format(each.definition.name, len(files)), words.format(each.definition.name, wrong)
            )


def commands(index: Index, chance: random.Random) -> Iterator[Pair]:
    """Plant a script, target or file that is not there."""
    manifest = read_manifest(index)
    spelled = {"npm": "npm run {}", "make": "make {}", "just": "just {}"}
    known = [spelled[each.kind].format(each.name) for each in manifest.scripts if each.kind in spelled]
    known += [f"python {path}" for path in index.paths() if path.endswith(".py") and "/" in path]
    known += [f"node {path}" for path in index.paths() if path.endswith(".js") and "/" in path]
    chance.shuffle(known)
    for each in known:
        _, _, last = each.rpartition("/" if "/" in each else " ")
        if len(last.split(".")[0]) > 3:
            wrong = (
                each[: len(each) - len(last)]
                + slip(last.split(".")[0], chance)
                + last[len(last.split(".")[0]) :]
            )
            words = chance.choice(("Run `{}`.", "```sh\n{}\n```"))
            yield Pair(words.format(each), words.format(wrong))


def tests(index: Index, chance: random.Random) -> Iterator[Pair]:
    """Plant a test that is not there."""
    every = [path for path, _ in index.outlines() if is_test(path)]
    chance.shuffle(every)
    for path in every:
        outline = index.outline(path)
        found = (
            [each.name for each in outline.definitions if each.name.startswith("test_")] if outline else []
        )
        if path.endswith(".py") and found:
            name = chance.choice(found)
            words = "`pytest {}::{}` passes."
            yield Pair(words.format(path, name), words.format(path, f"{name}_again"))
        elif path.endswith(".go") and "/" in path:
            folder = path.rpartition("/")[0]
            yield Pair(f"Run `go test ./{folder}/...`.", f"Run `go test ./{folder}x/...`.")
        elif path.endswith((".js", ".ts")):
            wrong = path.replace(".js", "_again.js").replace(".ts", "_again.ts")
            yield Pair(f"Run `npx vitest run {path}`.", f"Run `npx vitest run {wrong}`.")


def versions(index: Index, chance: random.Random) -> Iterator[Pair]:
    """Plant a version that no manifest has."""
    every = [each for each in read_manifest(index).dependencies if re.fullmatch(r"[a-z]{3,}", each.name)]
    chance.shuffle(every)
    for each in every:
        match = re.match(r"[\^~=v ]*(\d+)(?:\.\d+)*$", each.locked or each.declared)
        if match:
            name, major = each.name.capitalize(), int(match[1])
            words = chance.choice(("We use {} {} here.", "- Stack: {} {}"))
            yield Pair(words.format(name, major), words.format(name, major + 1))


def lists(index: Index, chance: random.Random) -> Iterator[Pair]:
    """Plant a number over a list."""
    found = [each.definition.name for each, _ in zip(symbols(index, chance), range(60), strict=False)]
    for size in (2, 3, 4, 5, 6, 7) * 4:
        some = chance.sample(found, min(size, len(found)))
        if len(some) == size:
            items = "".join(f"- `{each}`\n" for each in some)
            inline = ", ".join(f"`{each}`" for each in some)
            words = chance.choice((f"{{}} functions:\n\n{items}", f"The {{}} functions ({inline}) stay."))
            yield Pair(words.format(size), words.format(size + 1))


PLANTERS: dict[str, Callable[[Index, random.Random], Iterator[Pair]]] = {
    "path": paths,
    "line": lines,
    "symbol": names,
    "quoted code": quotes,
    "caller left out": callers,
    "count": counts,
    "command": commands,
    "test": tests,
    "dependency version": versions,
    "list count": lists,
}


def is_found(code: Codebase, text: str) -> bool:
    """Tell whether the check finds anything in a plan of one sentence."""
    return bool(check_document(code, Written("plan.md", f"# Plan\n\n{text}\n")).findings)


def main(roots: list[str]) -> None:
    """Plant and check, and print a table."""
    tried: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    alarms: Counter[str] = Counter()
    for number, root in enumerate(roots, 1):
        chance = random.Random(11)
        with open_codebase(Path(root)) as code:
            for kind, plant in PLANTERS.items():
                goal = WANTED * number // len(roots)
                for pair in plant(code.index, chance):
                    if tried[kind] >= goal:
                        break
                    tried[kind] += 1
                    is_seen, is_alarm = is_found(code, pair.false), is_found(code, pair.true)
                    seen[kind] += is_seen
                    alarms[kind] += is_alarm
                    if is_alarm or not is_seen:
                        sys.stderr.write(
                            f"{kind}: {'alarm ' + pair.true if is_alarm else 'missed ' + pair.false}\n"
                        )
    sys.stdout.write("| planted | tried | found | false alarms on the true plan |\n|--|--|--|--|\n")
    for kind in PLANTERS:
        sys.stdout.write(f"| {kind} | {tried[kind]} | {seen[kind]} | {alarms[kind]} |\n")
    sys.stdout.write(f"| all | {tried.total()} | {seen.total()} | {alarms.total()} |\n")


if __name__ == "__main__":
    main(sys.argv[1:])
