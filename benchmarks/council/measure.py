"""Planted lies beside true claims, over repositories in several languages: what is struck, what is verified.

    python benchmarks/council/measure.py [--show] [--seed 1 | --prose | --answers FILE] FOLDER ...

Each folder is a clone. Facts come from `facts.py`, words from `wordings.py`. A file of answers has the claims
of advisors in the form that `consult` asks for, by the name of the clone, each with whether it is true:
`{"afero": [{"is_true": false, "text": …, "cites": […], "facts": […]}]}`.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import facts as plain
import wordings as words
from facts import read_facts

from groundplan.app.consult.checking import check_claim
from groundplan.app.judgement.codebase import open_codebase
from groundplan.consult.answer import Claim, read_answer
from groundplan.consult.claims import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from facts import Facts, Named

EACH = 4  # claims of a kind, true ones and lies


@dataclass(frozen=True)
class Planted:
    """A claim, and whether it is true."""

    kind: str
    text: str
    is_true: bool
    claim: Claim | None = None  # with what it rests on, where it is more than its words


def plant(facts: Facts, chance: random.Random) -> Iterator[Planted]:
    """Yield true claims and lies of each kind, in words drawn by chance."""

    def draw(rows: list[Named]) -> list[Named]:
        return chance.sample(rows, min(EACH, len(rows)))

    def true(kind: str, forms: tuple[str, ...], **values: object) -> Planted:
        return Planted(kind, chance.choice(forms).format(**values), is_true=True)

    def lie(kind: str, forms: tuple[str, ...], **values: object) -> Planted:
        return Planted(kind, chance.choice(forms).format(**values), is_true=False)

    for path in chance.sample(facts.files, min(EACH, len(facts.files))):
        yield true("file", words.FILE_THERE, p=path)
        yield true("file", words.FILE_GONE, p=_other(path, chance))
        yield lie("file", words.FILE_THERE, p=_other(path, chance))
        yield lie("file", words.FILE_GONE, p=path)
    called = [each for each in facts.named if each.calls > 1 and not each.tests]
    for each in draw(called):
        about = {"n": each.name, "p": each.path, "l": each.line}
        yield true("callers", words.CALLS, k=each.calls, **about)
        yield lie("callers", words.CALLS, k=each.calls + chance.choice((2, 3, 5, 7)), **about)
    for name in chance.sample(facts.packages, min(EACH, len(facts.packages))):
        manifest = next(each for each in plain.MANIFESTS if each in facts.manifests)
        yield true("dependency", words.DEPENDS, n=name, p=manifest)
        yield lie("dependency", words.DEPENDS_NOT, n=name)
    for name in chance.sample(facts.unheard, min(EACH, len(facts.unheard))):
        manifest = next(each for each in plain.MANIFESTS if each in facts.manifests)
        yield lie("dependency", words.DEPENDS, n=name, p=manifest)
        yield true("dependency", words.DEPENDS_NOT, n=name)
    for each in draw([each for each in facts.named if each.tests]):
        yield lie("tests", words.NO_TESTS, n=each.name, p=each.path)
        if each.tests[0] in facts.files:
            yield true("tests", words.TESTED, n=each.name, t=each.tests[0])
    for each in draw([each for each in facts.named if not each.in_tests]):
        yield true("tests", words.NO_TESTS, n=each.name, p=each.path)
    for each in draw(list(facts.named)):
        about = {"n": each.name, "p": each.path}
        yield true("line", words.LINE, l=each.line, **about)
        yield true("place", words.PLACE, **about)
        yield lie("line", words.LINE, l=_wrong_line(each, facts, chance), **about)
        other = chance.choice([path for path in facts.files if path not in each.named_in] or ["nowhere.py"])
        yield lie("place", words.PLACE, n=each.name, p=other)


def _written(folder: Path) -> Iterator[Planted]:
    """Yield the claims that somebody wrote by hand about a repository of that name."""
    for line in (Path(__file__).parent / "prose.tsv").read_text("utf-8").splitlines():
        name, is_true, text = line.split("\t")
        if name == folder.name:
            yield Planted("prose", text, is_true == "T")


def _answered(file: Path, folder: Path) -> Iterator[Planted]:
    """Yield the claims of advisors about a repository of that name."""
    for row in json.loads(file.read_text("utf-8")).get(folder.name, []):
        (claim,) = read_answer(json.dumps({"claims": [row]})).claims
        yield Planted("answers", claim.text, row["is_true"], claim)


def _other(path: str, chance: random.Random) -> str:
    """Return the path of a file that is not there, as somebody might make it up beside one that is."""
    file = Path(path)
    stem = chance.choice(("retry_policy", "session_cache", "rate_limiter", "audit_trail"))
    return str(file.with_name(stem + file.suffix))


def _wrong_line(each: Named, facts: Facts, chance: random.Random) -> int:
    last = facts.lengths[each.path]
    far = [line for line in range(1, last) if 8 < abs(line - each.line) < 60]
    return chance.choice(far or [last + 40])


def main() -> None:
    """Print the table, and every claim that was judged wrongly."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print every claim with what became of it")
    parser.add_argument("--answers", type=Path, help="claims of advisors, with what they rest on")
    parser.add_argument("--prose", action="store_true", help="claims that were written by hand, `prose.tsv`")
    given = parser.parse_args()
    whole: Counter[tuple[str, bool, str]] = Counter()
    for folder in given.folders:
        drawn = (
            _answered(given.answers, folder)
            if given.answers
            else _written(folder)
            if given.prose
            else plant(read_facts(folder), random.Random(given.seed))
        )
        planted = list(dict.fromkeys(drawn))
        with open_codebase(folder) as code:
            for each in planted:
                checked = check_claim(code, "", each.claim or Claim(each.text, "code"))
                became = "struck" if checked.is_struck else str(checked.standing)
                whole[each.kind, each.is_true, became] += 1
                is_wrong = each.is_true == checked.is_struck or (
                    not each.is_true and checked.standing is Standing.VERIFIED
                )
                if given.show or is_wrong:
                    mark = "WRONG" if is_wrong else ""
                    print(f"{folder.name}\t{mark}\t{each.is_true}\t{became}\t{each.text}\t{checked.found}")
    _report(whole)


def _report(whole: Counter[tuple[str, bool, str]]) -> None:
    columns = ("struck", *(str(each) for each in Standing if each not in {Standing.REFUTED, Standing.STALE}))
    print(f"\n| kind | | {' | '.join(columns)} |\n|--|--|{'--|' * len(columns)}")
    for is_true in (False, True):
        for kind in dict.fromkeys(kind for kind, *_ in whole):
            row = [whole[kind, is_true, each] for each in columns]
            if sum(row):
                print(f"| {kind} | {'true' if is_true else 'lies'} | {' | '.join(map(str, row))} |")
        total = [sum(n for (_, t, s), n in whole.items() if t == is_true and s == each) for each in columns]
        print(f"| all | {'true' if is_true else 'lies'} | {' | '.join(map(str, total))} |")


if __name__ == "__main__":
    main()
