"""A change held against what its plan declares: a verdict for each file and name, and what is unmet."""

from __future__ import annotations

import difflib
import itertools
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.languages import PLAIN, language_of
from groundplan.code.test_paths import is_test
from groundplan.code.tokens import read_tokens
from groundplan.conform.change import FileChange, changed_names, lost_tests, makes_tests
from groundplan.conform.declared import is_path
from groundplan.conform.dependencies import tell_dependencies
from groundplan.conform.excuses import Excuses, why_excused
from groundplan.conform.obeyed import Effect, find_examples
from groundplan.plan.conformance import Form, How, TouchedFile, Unmet, Verdict
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import MAKING, Intent
from groundplan.plan.path_pattern import matches
from groundplan.rules.plan_lines import is_same

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping, Sequence

    from groundplan.conform.declared import Declared, LeftOut, Target
    from groundplan.plan.conformance import TouchedName

_WANTED = {Intent.CREATES: "creates", Intent.REMOVES: "removes"}
_PAGES = (".md", ".mdx", ".markdown")  # belong to tests at most: no runner takes one
_FORMS = {Form.LAYOUT: "only its layout differs", Form.COMMENTS: "only comments or docstrings differ"}
# What runners load before the tests, whichever of them are run.
_RUN_FIRST = late_regex(
    r"(?:.*/)?(?:conftest\.py|(?:test|spec|rails)_helper\.rb|(?:bootstrap|Pest|autoload)\.php"
    r"|(?:(?:jest|vitest|test|mocha)[._-]?)?(?:global[._-]?)?(?:setup|teardown|setup[._-]?tests?)\.[cm]?[jt]sx?"
    r"|tests?/(?:.*/)?__init__\.py)",
    re.IGNORECASE,
)
_MOST_LINES = 20_000
_NAME = late_regex(r"[^\W\d]\w*")
_WAITING = frozenset({"await", "async"})
_DOING = frozenset({"import", "require", "include", "use", "using", "from", "@", ";", "`"})
_NO_TARGET = frozenset("=!<>")
_WORD = late_regex(r"\w+|[^\w\s]")
_STRUCTURE = late_regex(r"<\w+|NEWLINE|INDENT|DEDENT")  # tokens that nobody wrote
_QUOTED = late_regex(r"(?s)\w{0,3}([\"'`]).*\1")
_REMARK = late_regex(r"(?:#|//|--\s|/\*).*|\"[^\"]*\"|'[^']*'")


@dataclass(frozen=True, slots=True)
class Terms:
    """What a project has set: files that need no plan, what excuses others; and the plan's own, left out."""

    free: tuple[str, ...] = ()
    own: Callable[[FileChange], bool] = lambda _: False
    excuses: Excuses = Excuses()


def compare(
    declared: Declared, changes: Sequence[FileChange], terms: Terms
) -> tuple[tuple[TouchedFile, ...], tuple[Unmet, ...]]:
    """Return what the plan says to each file of a change, and what of the plan the change does not have."""
    others = [part for each in changes if not terms.own(each) for part in _parted(declared, each)]
    files = _with_named(declared, tuple(_judge(declared, change, terms) for change in others))
    unmet = tuple(_unmet(declared, others, files))
    undone = {each.path for each in unmet if not each.symbol}
    return tuple(_removed_against(each) if each.path in undone else each for each in files), unmet


def _parted(declared: Declared, change: FileChange) -> Iterator[FileChange]:
    """Yield a change; as a deletion and a new file where the plan is about the new name of a file alone."""
    is_new_only = change.how is How.RENAMED and _is_meant(declared, change.path)
    if not is_new_only or _is_meant(declared, change.old) or _is_ordered(_target(declared, change), change):
        yield change
        return
    yield FileChange(change.old, How.REMOVED, before=change.before)
    yield FileChange(change.path, How.ADDED, after=change.after)


def _is_meant(declared: Declared, path: str) -> bool:
    """Tell whether the plan works on a path, or names it without its folders."""
    is_target = any(each.covers(path) for each in declared.targets)
    return is_target or declared.names.by_path(path) is not None


def _is_ordered(target: Target | None, change: FileChange) -> bool:
    """Tell whether a step moves a file, and the change does nothing else to it."""
    is_same = change.before == change.after and not change.mode
    return target is not None and target.may_go and is_same


def _with_named(declared: Declared, files: tuple[TouchedFile, ...]) -> tuple[TouchedFile, ...]:
    """Return the files, those as planned too that a step names by a symbol, a module or a base name.

    A symbol that a planned file changes is meant there, and nowhere else.
    """
    names = declared.names
    taken = frozenset[str]().union(
        *(names.symbols_in(each.names) for each in files if each.verdict is Verdict.PLANNED)
    )
    found = []
    for file in files:
        is_open = file.verdict is Verdict.UNPLANNED and file.how in {How.CHANGED, How.ADDED}
        name = (names.by_path(file.path) or names.by_symbol(file.names, taken)) if is_open else None
        planned = replace(file, verdict=Verdict.PLANNED, reason=f"line {name.line}") if name else file
        if name:  # all of it is meant, or nothing can be said about the rest
            kept = (replace(each, verdict=Verdict.PLANNED) for each in file.names)
            planned = replace(planned, names=tuple(kept))
        found.append(planned)
    return tuple(found)


def _removed_against(file: TouchedFile) -> TouchedFile:
    """Return a file that the plan changes and the change removes as what it is: not planned."""
    if file.how is not How.REMOVED or file.verdict is not Verdict.PLANNED:
        return file
    return replace(file, verdict=Verdict.UNPLANNED, reason=f"{file.reason} changes it", lost_tests=0)


def _judge(declared: Declared, change: FileChange, terms: Terms) -> TouchedFile:
    names = changed_names(change)
    verdict, reason = _verdict(declared, change, names, terms)
    form = change.form
    if verdict is Verdict.UNPLANNED and change.mode:
        reason = reason or f"its mode is {change.mode} now"
    elif verdict is Verdict.UNPLANNED and form is not Form.CODE:
        verdict, reason = Verdict.EXCUSED, _FORMS[form]
    elif verdict is Verdict.UNPLANNED and not reason:
        reason = tell_dependencies(change) or ("" if names else change.effect)
    is_code = form is Form.CODE
    judged = tuple(_judge_name(declared, change, each, verdict) for each in names) if is_code else ()
    is_counted = is_test(change.path) and change.how is not How.ADDED and not makes_tests(change)
    lost = lost_tests(change) if is_counted else 0
    against = _among(declared.contradicted, change) if verdict is Verdict.PLANNED else None
    forbidden = against.place.line if against else 0
    first = change.first_line
    return TouchedFile(
        change.path, change.how, verdict, change.old, reason, form, judged, lost, first, forbidden
    )


def _verdict(
    declared: Declared, change: FileChange, names: Sequence[TouchedName], terms: Terms
) -> tuple[Verdict, str]:
    target = _target(declared, change)
    excluded = _among(declared.left_out, change)
    if excluded and not (target and len(target.path) > len(excluded.name)):
        return Verdict.EXCLUDED, f"line {excluded.place.line}"
    if target and (_is_meant(declared, change.path) or _is_ordered(target, change)):
        return Verdict.PLANNED, f"line {target.place.line}"
    if target:
        return Verdict.UNPLANNED, f"line {target.place.line} is about `{change.old}`"
    if any(matches(each, change.path) for each in terms.free):
        return Verdict.EXCUSED, "needs no plan here"
    excuse = why_excused(change, terms.excuses)
    excuse = excuse or _follows(declared, change, names) or _tests(change)
    if excuse:
        return Verdict.EXCUSED, excuse
    return Verdict.UNPLANNED, next((words for path, words in declared.spoken if path == change.path), "")


def _target(declared: Declared, change: FileChange) -> Target | None:
    found = (each for each in declared.targets if any(map(each.covers, change.paths)))
    return max(found, key=lambda each: (len(each.path), each.is_required), default=None)


def _among(left_out: Sequence[LeftOut], change: FileChange) -> LeftOut | None:
    paths = [path.casefold() for path in change.paths]
    return next(
        (each for each in left_out if is_path(each.name) and any(matches(each.name, path) for path in paths)),
        None,
    )


def _tests(change: FileChange) -> str:
    is_kept = change.how is not How.REMOVED and not lost_tests(change)
    if not (is_kept and all(map(is_test, change.paths))):
        return ""
    if not change.path.endswith(_PAGES):
        return "run by every test" if _RUN_FIRST.fullmatch(change.path) else "a test"
    return "a specification" if change.path.startswith(("spec/", "specs/")) else "data of tests"


def _follows(declared: Declared, change: FileChange, names: Sequence[TouchedName]) -> str:
    """Return which changed name a file follows, where each piece of its change is about a use of it."""
    effect = change.effect if declared.terms else Effect.NONE
    if change.before is None or change.after is None or effect not in {Effect.NONE, Effect.EXAMPLES}:
        return ""
    if not (declared.terms and (names or effect)):
        return ""
    pieces = list(_pieces(change, change.before, change.after))
    for term, beside in sorted(declared.terms.items()):
        if pieces and all(_is_about(term, beside, *each) for each in pieces):
            return f"follows the change of `{term}`"
    return ""


def _is_about(term: str, beside: frozenset[str], old: Sequence[str], new: Sequence[str]) -> bool:
    """Tell whether code used a name before, and now does nothing else than use it, or its new name.

    New names may be handed to it. What else is new has to be named in the step that changes the name;
    another call, import, assignment or decorator is none of it.
    """
    if old == new:
        return True
    if term not in old or _deeds(new) - _deeds(old):
        return False
    fresh = Counter(_outside(new, {term, *beside})) - Counter(old)
    return all(word in beside or word in _WAITING for word in fresh if _NAME.fullmatch(word))


def _deeds(words: Sequence[str]) -> Counter[str]:
    """Return how often code does something whose name does not count: assigns, decorates, calls a result."""
    found: Counter[str] = Counter()
    depth, before = 0, ""
    for word, after in itertools.pairwise((*words, "")):
        depth += (word in "([{") - (word in ")]}")
        if word in _DOING or (word == "=" and depth <= 0 and before not in _NO_TARGET and after != "="):
            found[word] += 1
        elif after == "(" and word in {")", "]", "!", "`"}:
            found[f"{word}("] += 1
        before = word
    return found


def _outside(words: Sequence[str], names: Container[str]) -> Iterator[str]:
    """Yield words without what is handed to one of some names; a call in there is yielded."""
    depth = 0
    for word, after in itertools.pairwise((*words, "")):
        if depth == 0 or after == "(":
            yield word
        if depth or (word in names and after == "("):
            depth += (after == "(") - (after == ")")


def _pieces(change: FileChange, before: bytes, after: bytes) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the words of each place where two texts differ, old and new ones; no comments, no strings."""
    old, new = before.split(b"\n"), after.split(b"\n")
    if max(len(old), len(new)) > _MOST_LINES:
        yield [], [""]
        return
    sides = [_words_by_line(change.old or change.path, before), _words_by_line(change.path, after)]
    for what, first, last, start, end in difflib.SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if what != "equal":
            ranges = ((sides[0], first, last), (sides[1], start, end))
            was, now = (
                [word for at in range(a, b) for word in side.get(at + 1, ())] for side, a, b in ranges
            )
            yield was, now


def _words_by_line(path: str, text: bytes) -> dict[int, list[str]]:
    tokens = read_tokens(path, text)
    found: dict[int, list[str]] = {}
    if tokens is None:  # a language that is not parsed: what looks like a comment is taken for one
        for number, line in enumerate(text.decode("utf-8", "replace").split("\n"), 1):
            found[number] = _WORD.findall(_REMARK.sub("", line))
        return found
    for each in tokens:
        if not (each.is_comment or _STRUCTURE.fullmatch(each.text)):
            found.setdefault(each.line, []).extend(_WORD.findall(_QUOTED.sub("''", each.text)))
    for number, line in find_examples(language_of(path, text), text.decode("utf-8", "replace")).items():
        found.setdefault(number, []).extend(_WORD.findall(_REMARK.sub("", line)))
    return found


# Names inside a file.


def _judge_name(declared: Declared, change: FileChange, name: TouchedName, verdict: Verdict) -> TouchedName:
    if not name.qualified or verdict in {Verdict.EXCUSED, Verdict.EXCLUDED}:
        return replace(name, verdict=verdict)
    cited = f"{change.path}::{name.qualified}".casefold()
    if any(not is_path(each.name) and is_same(each.name, cited) for each in declared.left_out):
        return replace(name, verdict=Verdict.EXCLUDED)
    if verdict is Verdict.PLANNED and not _is_planned(declared, change, name):
        return replace(name, verdict=Verdict.UNPLANNED)
    return replace(name, verdict=verdict)


def _is_planned(declared: Declared, change: FileChange, name: TouchedName) -> bool:
    """Tell whether a name of a planned file is planned too; only public names can be not.

    Where the plan names things in the file, it means those. Where it names the file alone, all of it is
    meant, but whoever uses the file relies on its public names and on how they are declared.
    """
    if not name.is_public or change.how in {How.REMOVED, How.ADDED}:
        return True
    if not declared.words.isdisjoint(each.rstrip("?!") for each in name.qualified.split(".")):
        return True
    covering = [each for each in declared.targets if any(map(each.covers, change.paths))]
    if any(each.is_remade for each in covering):
        return True
    if (
        name.how is How.CHANGED
        and name.fresh
        and name.fresh <= frozenset().union(*(each.named for each in covering))
    ):
        return True  # a step about the file says what is new in the declaration
    wanted = [each.symbol for each in covering if each.symbol]
    if any(each.startswith(f"{name.qualified}.") for each in wanted):
        return True
    return not wanted and name.how is How.CHANGED and not name.is_signature


# What the plan wants and the change does not have.


def _unmet(
    declared: Declared, changes: Sequence[FileChange], files: Sequence[TouchedFile]
) -> Iterator[Unmet]:
    touched = {path: file for change, file in zip(changes, files, strict=True) for path in change.paths}
    told: set[tuple[str, str]] = set()
    for target in declared.targets:
        file = touched.get(target.path)
        if not target.is_required or (target.path, target.symbol) in told:
            continue
        if file is None and (target.path, "") in told:
            continue
        if target.path.endswith("/"):
            if not any(f"/{target.path}" in f"/{path}" for path in touched):
                told.add((target.path, ""))
                unmet = Unmet(target.path, "adds to", target.place, target.section)
                yield replace(unmet, instead="the change touches nothing there")
            continue
        may_go = any(each.may_go and each.covers(target.path) for each in declared.targets)
        if found := _unmet_by(target, file, may_go=may_go):
            told.add((target.path, target.symbol if file else ""))
            yield found
    yield from _promised(declared, changes, touched)
    if declared.tested and not any(
        _has_tests(change, file) for change, file in zip(changes, files, strict=True)
    ):
        step = declared.tested[0]
        yield Unmet("", "tests", step.place, step.section, is_test=True)


def _promised(
    declared: Declared, changes: Sequence[FileChange], touched: Mapping[str, TouchedFile]
) -> Iterator[Unmet]:
    """Yield the tests that steps promise by name for a changed file, and that no changed file has or had."""
    promised = {name: each for each in declared.targets if each.path in touched for name in each.tests}
    texts = [text for each in changes for text in (each.before, each.after) if text] if promised else []
    for name, target in promised.items():
        whole = re.compile(rb"\b%s\b" % name.encode())
        if not any(map(whole.search, texts)):
            unmet = Unmet(target.path, "promises", target.place, target.section, name, is_test=True)
            yield replace(unmet, instead="the change has no such test")


def _unmet_by(target: Target, file: TouchedFile | None, *, may_go: bool) -> Unmet | None:
    is_made = target.intent in MAKING and not target.is_there
    wanted = "creates" if is_made else _WANTED.get(target.intent, "changes")
    is_for_tests = is_test(target.path) and language_of(target.path, b"") != PLAIN
    unmet = Unmet(target.path, wanted, target.place, target.section, is_test=is_for_tests)
    if not target.is_there:
        return replace(unmet, instead="there is no such file", is_there=False)
    if file is None or file.form is Form.LAYOUT:
        return replace(unmet, instead=_FORMS[Form.LAYOUT], is_layout=True) if file else unmet
    if file.form is Form.COMMENTS:
        return None  # a plan may be about what the comments say
    if wanted == "removes" and not target.symbol:
        is_there = file.path == target.path and file.how is not How.REMOVED
        return replace(unmet, instead="it is still there") if is_there else None
    if file.how is How.REMOVED and not (may_go or target.symbol):
        return replace(unmet, instead="it is removed")
    return (
        replace(unmet, symbol=target.symbol) if target.symbol and not _touches(file, target.symbol) else None
    )


def _touches(file: TouchedFile, symbol: str) -> bool:
    """Tell whether a change is in a definition, in something inside it, or in the names of its class."""
    if not file.names:
        return True  # a language that is not parsed
    return any(
        f".{each.qualified}".endswith(f".{symbol}")
        or f".{each.qualified}.".find(f".{symbol}.") >= 0
        or (each.qualified and symbol.startswith(f"{each.qualified}."))
        for each in file.names
    )


def _has_tests(change: FileChange, file: TouchedFile) -> bool:
    if change.how is How.REMOVED or file.form is not Form.CODE:
        return False
    is_page = change.path.endswith(_PAGES)
    return (is_test(change.path) and not is_page) or any(
        "test" in each.qualified.lower() for each in file.names
    )
