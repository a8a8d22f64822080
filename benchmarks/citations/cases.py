"""The cases of the mutation benchmark: true citations, ways to make them wrong, changes of the code."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sampling import Source, True_, read_sources, tracked

if TYPE_CHECKING:
    import random
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Case:
    """A citation, how it came about, whether it is wrong, and where its text stands now if it moved."""

    text: str
    subject: str  # path, lines, symbol
    mutation: str
    is_wrong: bool
    home: str = ""
    planned: frozenset[str] = frozenset()


@dataclass(slots=True)
class Ground:
    """A repository to take cases from."""

    root: Path
    luck: random.Random
    paths: list[str] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.paths = tracked(self.root)
        self.sources = read_sources(self.root, self.paths)

    def take(self, items: list, count: int) -> list:
        """Return some of the items, at most so many."""
        return self.luck.sample(items, min(count, len(items)))

    def has_ending(self, path: str) -> bool:
        """Tell whether a path is a file, a folder or the end of one."""
        return any(f"/{each}".endswith(f"/{path}") or each.startswith(f"{path}/") for each in self.paths)


def controls(ground: Ground, count: int) -> list[Case]:
    """Return true citations of every kind."""
    found = [Case(path, "path", "control", is_wrong=False) for path in ground.take(ground.paths, count)]
    folders = sorted({f"{path.rpartition('/')[0]}/" for path in ground.paths if "/" in path})
    found += [Case(each, "path", "control", is_wrong=False) for each in ground.take(folders, count // 4)]
    for source in ground.take(ground.sources, count):
        first, last = _some_lines(ground, source)
        form = ground.luck.choice(("{}:{}-{}", "{}#L{}-L{}"))
        found.append(Case(form.format(source.path, first, last), "lines", "control", is_wrong=False))
    for symbol in ground.take([each for source in ground.sources for each in source.symbols], 2 * count):
        found.append(Case(_cited(ground, symbol), "symbol", "control", is_wrong=False))
    return found


def wrong_words(ground: Ground, count: int) -> list[Case]:
    """Return citations of code that was never there."""
    found: list[Case] = []
    for path in ground.take(ground.paths, count):
        folder, _, name = path.rpartition("/")
        for mutation, wrong in (
            ("typo", _slip(ground, path)),
            ("wrong folder", f"{_other_folder(ground, folder)}/{name}"),
            ("invented file", f"{folder}/{_invented(ground, name)}" if folder else _invented(ground, name)),
        ):
            if wrong != path and not ground.has_ending(wrong):
                found.append(Case(wrong, "path", mutation, is_wrong=True))
    for source in ground.take(ground.sources, count):
        lines = source.text.count("\n") + (not source.text.endswith("\n"))
        beyond = lines + ground.luck.randint(1, 300)
        start = ground.luck.randint(max(1, lines - 20), beyond)
        found.append(Case(f"{source.path}:{start}-{beyond}", "lines", "out of range", is_wrong=True))
    symbols = [each for source in ground.sources for each in source.symbols]
    sources = {source.path: source for source in ground.sources}
    for symbol in ground.take(symbols, count):
        found += _wrong_symbols(ground, sources, symbol)
    found += _wrong_classes(ground, count)
    return found


def planned(ground: Ground, count: int) -> list[Case]:
    """Return citations of files and symbols that the plan creates: not there, and no error."""
    found = []
    for path in ground.take(ground.paths, count):
        folder, _, name = path.rpartition("/")
        new = f"{folder}/{_invented(ground, name)}" if folder else _invented(ground, name)
        if ground.has_ending(new):
            continue
        form = ground.luck.choice(("{}", "{}", "{}:1-20", "{}::NewThing", "./{}"))
        found.append(Case(form.format(new), "path", "planned-new", is_wrong=False, planned=frozenset({new})))
    for source in ground.take(ground.sources, count):
        name = f"planned_{ground.luck.randint(1000, 9999)}"
        cited = f"{source.path}::{name}"
        form = ground.luck.choice(("{}", "{}()", "{}.run"))
        found.append(
            Case(form.format(cited), "symbol", "planned-new", is_wrong=False, planned=frozenset({cited}))
        )
    return found


def _cited(ground: Ground, symbol: True_, qualified: str = "") -> str:
    name = qualified or symbol.qualified
    form = ground.luck.choice(("{}::{}", "{}::{}", "{}::{}()"))
    if "." in name and ground.luck.random() < 0.15:
        name = name.replace(".", "#")
    return form.format(symbol.path, name)


def _some_lines(ground: Ground, source: Source) -> tuple[int, int]:
    lines = source.text.count("\n") + (not source.text.endswith("\n"))
    first = ground.luck.randint(1, lines)
    return first, min(lines, first + ground.luck.randint(0, 25))


def _wrong_symbols(ground: Ground, sources: dict[str, Source], symbol: True_) -> list[Case]:
    found, source = [], sources[symbol.path]
    words = set(re.findall(r"\w+", source.text))
    slipped = _slip(ground, symbol.name)
    if slipped not in words and re.fullmatch(r"[^\W\d]\w*", slipped):
        name = symbol.qualified.removesuffix(symbol.name) + slipped
        found.append(Case(_cited(ground, symbol, name), "symbol", "typo", is_wrong=True))
    invented = f"{symbol.name}_{ground.luck.choice(_WORDS)}"
    if invented not in words:
        name = symbol.qualified.removesuffix(symbol.name) + invented
        found.append(Case(_cited(ground, symbol, name), "symbol", "invented symbol", is_wrong=True))
    same = [each for each in ground.take(ground.sources, 40) if each.language == source.language]
    for other in same:
        if other.path != source.path and not re.search(rf"\b{symbol.name}\b", other.text):
            wrong = True_(other.path, symbol.qualified, 0, 0)
            found.append(Case(_cited(ground, wrong), "symbol", "wrong file", is_wrong=True))
            break
    return found


def _wrong_classes(ground: Ground, count: int) -> list[Case]:
    """Return methods cited under a class of the same file that has no base and does not hold the word."""
    found = []
    for source in ground.take(ground.sources, len(ground.sources)):
        methods = [each for each in source.symbols if "." in each.qualified]
        for symbol in ground.take(methods, 2):
            owner = symbol.qualified.rpartition(".")[0]
            others = [
                name
                for name, inside in source.plain_classes.items()
                if name != owner and symbol.name not in inside
            ]
            if others:
                wrong = f"{ground.luck.choice(sorted(others))}.{symbol.name}"
                found.append(Case(_cited(ground, symbol, wrong), "symbol", "wrong class", is_wrong=True))
        if len(found) >= count:
            break
    return found[:count]


_WORDS = ("helper", "v2", "async", "cached", "internal", "handler", "batch", "factory", "safe", "legacy")


def _invented(ground: Ground, name: str) -> str:
    stem, dot, ending = name.rpartition(".")
    if not stem:
        return f"{name}_{ground.luck.choice(_WORDS)}.py"
    return f"{stem}_{ground.luck.choice(_WORDS)}{dot}{ending}"


def _other_folder(ground: Ground, folder: str) -> str:
    folders = sorted({path.rpartition("/")[0] for path in ground.paths if "/" in path} - {folder})
    return ground.luck.choice(folders)


def _slip(ground: Ground, text: str) -> str:
    """Drop, double, swap or change one letter that is part of a word."""
    places = [number for number, letter in enumerate(text) if letter.isalpha()]
    if not places:
        return f"{text}x"
    at = ground.luck.choice(places)
    way = ground.luck.randrange(4)
    if way == 0 and len(text) > 3:
        return text[:at] + text[at + 1 :]
    if way == 1:
        return text[:at] + text[at] + text[at:]
    if way == 2 and at + 1 < len(text) and text[at + 1].isalpha() and text[at + 1] != text[at]:
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    return text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :]


def git(root: Path, *words: str) -> None:
    """Run git in the copy that is ours to change."""
    identity = ("-c", "user.name=b", "-c", "user.email=b@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *words], cwd=root, check=True, capture_output=True)


def change_code(ground: Ground, count: int) -> list[Case]:
    """Rename, move, edit, delete and cut up files of the copy, half of it committed, and cite them."""
    files = [source for source in ground.sources if len(source.text) > 400]
    ground.luck.shuffle(files)
    each = max(1, min(count, len(files) // 14))
    found: list[Case] = []
    for is_committed in (True, False):
        for change in (_delete, _rename, _move, _move_and_edit, _cut_symbol, _move_symbol, _rename_symbol):
            for _ in range(each):
                if files:
                    found += change(ground, files.pop(), "" if is_committed else " (not committed)")
        if is_committed:
            git(ground.root, "add", "-A")
            git(ground.root, "commit", "-q", "-m", "Change many things")
    return found


def _three(ground: Ground, source: Source) -> list[tuple[str, str, int, int, str]]:
    """Return path, lines and a symbol of one file as citations with a hole for the path."""
    first, last = _some_lines(ground, source)
    cited = [("path", "{}", 0, 0, ""), ("lines", "{}:", first, last, "")]
    if source.symbols:
        symbol = ground.luck.choice(source.symbols)
        cited.append(("symbol", "{}::" + symbol.qualified, 0, 0, symbol.qualified))
    return cited


def _text(form: str, path: str, first: int, last: int) -> str:
    lines = f"{first}-{last}" if last != first else f"{first}"
    return form.format(path) + (lines if first else "")


def _delete(ground: Ground, source: Source, note: str) -> list[Case]:
    (ground.root / source.path).unlink()
    return [
        Case(_text(form, source.path, first, last), subject, f"delete{note}", is_wrong=True)
        for subject, form, first, last, _ in _three(ground, source)
    ]


def _to(ground: Ground, source: Source, new: str, mutation: str, added: list[str]) -> list[Case]:
    (ground.root / new).parent.mkdir(parents=True, exist_ok=True)
    (ground.root / source.path).unlink()
    lines = source.text.split("\n")
    (ground.root / new).write_text("\n".join([*added, *lines]), "utf-8")
    found = []
    for subject, form, first, last, _ in _three(ground, source):
        shift = len(added) if first else 0
        home = _text(form, new, first + shift, last + shift)
        found.append(Case(_text(form, source.path, first, last), subject, mutation, is_wrong=True, home=home))
    return found


def _rename(ground: Ground, source: Source, note: str) -> list[Case]:
    folder, _, name = source.path.rpartition("/")
    return _to(ground, source, f"{folder}/{_invented(ground, name)}", f"rename{note}", [])


def _move(ground: Ground, source: Source, note: str) -> list[Case]:
    name = source.path.rpartition("/")[2]
    folder = f"{_other_folder(ground, source.path.rpartition('/')[0])}/{ground.luck.choice(_WORDS)}"
    return _to(ground, source, f"{folder}/{name}", f"move{note}", [])


def _move_and_edit(ground: Ground, source: Source, note: str) -> list[Case]:
    folder, _, name = source.path.rpartition("/")
    new = f"{folder}/{ground.luck.choice(_WORDS)}/{_invented(ground, name)}"
    mark = "#" if source.language == "py" else "//"
    added = [f"{mark} line {number} that was not there before" for number in range(ground.luck.randint(1, 4))]
    return _to(ground, source, new, f"move and edit{note}", added)


def _cut(ground: Ground, source: Source) -> tuple[True_, list[str], list[str]] | None:
    """Return a symbol whose name stands nowhere else in its file, its lines, and the file without them."""
    choices = [
        each
        for each in source.symbols
        if each.last - each.first > 1 and len(re.findall(rf"\b{re.escape(each.name)}\b", source.text)) == 1
    ]
    if not choices:
        return None
    symbol = ground.luck.choice(choices)
    lines = source.text.split("\n")
    return symbol, lines[symbol.first - 1 : symbol.last], lines[: symbol.first - 1] + lines[symbol.last :]


def _cut_symbol(ground: Ground, source: Source, note: str) -> list[Case]:
    cut = _cut(ground, source)
    if cut is None:
        return []
    symbol, _, rest = cut
    (ground.root / source.path).write_text("\n".join(rest), "utf-8")
    return [Case(f"{source.path}::{symbol.qualified}", "symbol", f"delete symbol{note}", is_wrong=True)]


def _move_symbol(ground: Ground, source: Source, note: str) -> list[Case]:
    top = Source(source.path, source.text, [each for each in source.symbols if "." not in each.qualified], {})
    cut = _cut(ground, top)
    if cut is None:
        return []
    symbol, block, rest = cut
    folder, _, name = source.path.rpartition("/")
    new = f"{folder}/moved_{ground.luck.randint(100, 999)}_{name}"
    (ground.root / source.path).write_text("\n".join(rest), "utf-8")
    head = ["package moved", ""] if source.language == "go" else []
    (ground.root / new).write_text("\n".join([*head, *block, ""]), "utf-8")
    home = f"{new}::{symbol.qualified}"
    return [
        Case(f"{source.path}::{symbol.qualified}", "symbol", f"move symbol{note}", is_wrong=True, home=home)
    ]


def _rename_symbol(ground: Ground, source: Source, note: str) -> list[Case]:
    cut = _cut(ground, source)
    if cut is None:
        return []
    symbol = cut[0]
    new = re.sub(rf"\b{re.escape(symbol.name)}\b", f"{symbol.name}_{ground.luck.choice(_WORDS)}", source.text)
    (ground.root / source.path).write_text(new, "utf-8")
    return [Case(f"{source.path}::{symbol.qualified}", "symbol", f"rename symbol{note}", is_wrong=True)]
