"""What a goal asks for and the project has: a name for it, a commit that did it, a line of a changelog."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.evidence.asked import FEWEST_WORDS, KINDS, LIGHT_VERBS, root, title_words
from groundplan.evidence.described import Described, describe_code, describe_document, roots_of
from groundplan.evidence.documents import is_document
from groundplan.evidence.landed import find_announced, find_landed
from groundplan.evidence.subject import LONGEST_QUOTE, unsearched
from groundplan.evidence.weighing import Weighing, does_it, phrase_of, says_phrase
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.plan.late_regex import late_regex
from groundplan.survey.sources import is_own_code
from groundplan.survey.where.kinds import CODE_ENDINGS
from groundplan.survey.where.words import is_compound

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.evidence.asked import Ask
    from groundplan.evidence.subject import Subject

MOST = 3
MOST_READ = 120  # files whose names are compared with the goal
MOST_DEFINED = 4  # definitions of one name: more of them are a habit, not the thing
# Of the weight of the goal's words: in the name and what is said of it, and in the name alone.
ALL_SAID, SOME_NAMED = 0.85, 0.3
DOER_SAID = 0.5  # where the name has the goal's verb and what sets it apart
IN_PHRASE = 2.0  # said word for word: no share of words says more
_PIECES = late_regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
# What a name may have beside what it is about.
_PLAIN_IN_HEADINGS = frozenset(
    root(word)
    for word in (  # noqa: SIM905
        "a add all an and any are as at be by can create default do enable first for fn from func function "
        "gen get handle handler has if in is it make mark max min my new no not of on only option options or "
        "own post pre register run set should show the to up use user value values when with without"
    ).split()
)
_PLAIN = _PLAIN_IN_HEADINGS | frozenset(map(root, KINDS))
_PARAMETERS = late_regex(r"(?<=[(,])\s*\*{0,2}\s*([A-Za-z_$][\w$]*)\??\s*(?=[:=,)])")
_BY_DEFAULT = late_regex(r"\bby default\b", re.IGNORECASE)
_JOINTS = late_regex(r"[-_ ]")
_SPELLED = late_regex(r"--[\w-]+|[A-Za-z_$][\w$]*")
_HUMP = late_regex(r"(?<=[a-z0-9])(?=[A-Z])")
_CONSTRUCTORS = frozenset({"__init__", "constructor", "new"})
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
FEWEST_SIBLINGS = 3  # files that make a folder one of a kind


def find_already(subject: Subject) -> Iterator[Fact]:
    """Return what is there of what the goal asks for, the surest first; nothing where none is sure."""
    ask = subject.ask
    if ask is None:
        return
    if ask.names:
        yield from _exactly_named(subject, ask)
        return
    weighing = Weighing(subject, ask.title, ask.words)
    # `error handling`, `endpoint decorator`: one word and a kind of thing are everywhere.
    is_thin = sum(word.lower() not in KINDS | LIGHT_VERBS for word in ask.spelled) < FEWEST_WORDS
    found = _phrased(subject, ask) if is_thin else _offered(subject, ask, weighing)
    offered = sorted(found, key=lambda each: (-each[0], each[1].path.count("/"), each[1].path))
    seen: set[str] = set()
    for score, each in offered:
        if _joined(each.name) not in seen and len(seen) < MOST and score >= 0.9 * offered[0][0]:
            seen.add(_joined(each.name))
            same = [one for _, one in offered if one.name == each.name][:MOST_DEFINED]
            yield _named(subject, same, weighing)
    if is_thin:
        return
    yield from find_landed(subject, weighing)
    if not seen:
        yield from find_announced(subject, weighing)
        yield from find_filed(subject, ask, weighing)


def _offered(subject: Subject, ask: Ask, weighing: Weighing) -> Iterator[tuple[float, Described]]:
    paths = dict.fromkeys((*weighing.likely(subject, MOST_READ), *_defining(subject, weighing)))
    phrase = phrase_of(ask.title)
    spelled = {_joined(each) for each in _SPELLED.findall(ask.title) if "-" in each or is_compound(each)}
    written = frozenset(_SPELLED.findall(ask.title)[1:])  # the first word has a capital in any case
    for path in paths:
        entries = describe_document(subject, path) if is_document(path) else describe_code(subject, path)
        for each in entries:
            score = max(_fit(each, ask, weighing), IN_PHRASE * says_phrase(each.text, phrase))
            # `return status codes` asks for something done, which no class of that name does by itself.
            is_kind = (each.is_setting or not ask.is_setting) and not (ask.is_led and each.is_type)
            # What a goal spells, it changes: "a list in `--ignore`", "a Flask extension registry".
            is_spelled = _joined(each.name) in spelled or (
                each.name[:1].isupper() and each.name in written and ask.spelled != (each.name,)
            )
            if (
                score
                and is_kind
                and not is_spelled
                and (each.how is not How.DOCUMENT or _is_in_code(subject, each.name))
            ):
                yield score, each


def _phrased(subject: Subject, ask: Ask) -> Iterator[tuple[float, Described]]:
    """Return what is described in the very phrase of the goal."""
    phrase = phrase_of(ask.title)
    weighing = Weighing(subject, ask.title, title_words(subject.text))
    for path in weighing.likely(subject, MOST_READ):
        entries = describe_document(subject, path) if is_document(path) else describe_code(subject, path)
        for each in entries:
            is_own = each.how is not How.DOCUMENT or _is_in_code(subject, each.name)
            if says_phrase(each.text, phrase) and is_own:
                yield IN_PHRASE, each


def _defining(subject: Subject, weighing: Weighing) -> Iterator[str]:
    """Return the files that define a name with enough of what is asked for."""
    for name in subject.index.names():
        if weighing.share(roots_of(name)) >= SOME_NAMED and _others(name, weighing) < FEWEST_WORDS:
            yield from (each.path for each in subject.index.symbols(name))


def _others(name: str, weighing: Weighing) -> int:
    """Return how many words of a name the goal does not say: `HandlerTimeoutFactory` is another thing."""
    pieces = {root(piece.lower()) for piece in _PIECES.findall(name)}
    return sum(not (each in _PLAIN or weighing.has(each) or each in weighing.title) for each in pieces)


def _fit(each: Described, ask: Ask, weighing: Weighing) -> float:
    """Return how well a name answers the goal: 0 where it is another thing or only about something near."""
    own = roots_of(each.name)
    named = weighing.share(own)
    if named < SOME_NAMED or _others(each.name, weighing):
        return 0.0
    if _BY_DEFAULT.search(ask.title) and root("default") not in roots_of(f"{each.name} {each.text}"):
        return 0.0  # an option to do so is there before it is the default
    # Where a setting is declared says nothing of what it is set for.
    said = weighing.share(own | roots_of(f"{each.text} {each.around if each.is_callable else ''}"))
    is_doer = said >= DOER_SAID and does_it(ask, own, weighing)
    return said + named if said >= ALL_SAID or is_doer else 0.0


def _is_in_code(subject: Subject, name: str) -> bool:
    if " " in name:
        return _defined_as(subject, name) is not None
    last = name.rpartition(".")[2].removeprefix("--")
    return any(
        is_own_code(path) and re.search(rf"(?<![\w$]){re.escape(last)}(?![\w$])", _text(subject, path))
        for path in subject.index.files_with(last)[:MOST_READ]
    )


def _defined_as(subject: Subject, heading: str) -> CodePlace | None:
    """Return the shortest name of own code with all words of a heading: `event_hooks` of "Event Hooks"."""
    # "Registering Commands with Blueprints" is no `Blueprint`: what kind of thing it is counts as well.
    words = set(map(root, _PIECES.findall(heading.lower()))) - _PLAIN_IN_HEADINGS
    if not words:
        return None
    near = sorted((each for each in subject.index.names() if words <= roots_of(each)), key=len)
    found = (each for name in near for each in subject.index.symbols(name) if is_own_code(each.path))
    symbol = next(found, None)
    if symbol is None:
        return None
    own = symbol.definition
    return CodePlace(symbol.path, own.line, own.line, own.qualified, own.header)


def _text(subject: Subject, path: str) -> str:
    return (subject.index.text(path) or b"").decode("utf-8", "replace")


def _exactly_named(subject: Subject, ask: Ask) -> Iterator[Fact]:
    """Return the definitions of the very names that the goal would add, in what it would add them to."""
    for name in ask.names[:MOST]:
        found = [each for each in _definitions(subject, name) if _is_held(each, ask)]
        found = [each for each in found if each.name == name] or found
        if 0 < len(found) <= MOST_DEFINED:
            yield _named(subject, found, None)


def _definitions(subject: Subject, name: str) -> list[Described]:
    """Return what is defined under a name in any case, taken as a parameter, or declared as an option."""
    last = name.rpartition(".")[2]
    plain = _joined(last)
    spellings = [each for each in subject.index.names() if _joined(each) == plain] or [last]
    plainly = last.removeprefix("--")
    spellings += [plainly, plainly.replace("-", "_"), _HUMP.sub("_", plainly).lower()]
    paths = {path for each in spellings for path in subject.index.files_with(each)}
    found = []
    for path in sorted(paths)[:MOST_READ]:
        found += [each for each in describe_code(subject, path) if _joined(each.name) == plain]
        found += _parameters(subject, path, last)
        found += _codes(subject, path, last)
    return found


def _parameters(subject: Subject, path: str, name: str) -> Iterator[Described]:
    if not is_own_code(path):
        return
    for each in subject.definitions(path):
        taken = _PARAMETERS.findall(each.header) if each.kind in _FUNCTIONS and each.name != name else ()
        for own in (one for one in taken if _joined(one) == _joined(name)):
            yield Described(
                own,
                path,
                each.line,
                each.header,
                "",
                path,
                How.SYNTAX,
                is_setting=True,
                function=each.qualified,
            )


def _codes(subject: Subject, path: str, name: str) -> Iterator[Described]:
    """Return where a constant in capitals, such as an error code, is a key or a string of own code."""
    if not name.isupper() or "_" not in name or not is_own_code(path):
        return
    keyed = re.compile(rf"""(?:^|[\s{{,])["']?{re.escape(name)}["']?\s*[:=]|["']{re.escape(name)}["']""")
    for number, line in enumerate(_text(subject, path).split("\n"), 1):
        if keyed.search(line[:1_000]):
            yield Described(name, path, number, line.strip()[:160], "", path, How.TEXT, is_setting=True)
            return


def _is_held(each: Described, ask: Ask) -> bool:
    """Tell whether a definition is of the kind asked for, and in what the goal names as its holder."""
    if ask.is_setting and not each.is_setting:
        return False
    if ask.is_setting and not ask.holders and not is_compound(each.name) and not each.name.startswith("--"):
        return False  # a plain word is a parameter of many functions
    said = roots_of(f"{each.name} {each.text} {each.around} {each.header}")
    named = roots_of(" ".join((*ask.names, *ask.holders)))
    if any(root not in said | named and word.lower() not in KINDS for root, word in ask.head):
        return False
    return all(_holds(_joined(holder), each) for holder in ask.holders)


def _holds(holder: str, each: Described) -> bool:
    if not each.function:
        return holder in {_joined(part) for part in re.findall(r"[\w$]+", each.around)}
    owner, _, function = each.function.rpartition(".")
    return holder == _joined(function) or (holder == _joined(owner) and function in _CONSTRUCTORS)


def _joined(name: str) -> str:
    return _JOINTS.sub("", name).lower()


def _named(subject: Subject, found: Iterable[Described], weighing: Weighing | None) -> Fact:
    first, *others = found
    gaps = unsearched(subject)
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION), *gaps), (("files", subject.file_count),))
    places = tuple(
        CodePlace(each.path, each.line, each.line, each.qualified or each.name, each.header)
        for each in (first, *others)
    )
    if " " in first.name and (own := _defined_as(subject, first.name)):
        places = (own, *places)
    match = "name" if weighing is None or weighing.share(roots_of(first.name)) >= ALL_SAID else "description"
    words = (
        weighing.among(roots_of(f"{first.name} {first.text} {first.around}")) if weighing else (first.name,)
    )
    values = (("match", match), ("words", words), ("says", _opening(first.text)))
    return Fact(FactKind.ALREADY, first.name, Provenance(first.how), coverage, places, len(places), values)


def _opening(text: str) -> str:
    """Return how a description begins, cut at a word where it is long."""
    folded = " ".join(text.split())
    return folded if len(folded) <= LONGEST_QUOTE else f"{folded[:LONGEST_QUOTE].rsplit(' ', 1)[0]} …"


def find_filed(subject: Subject, ask: Ask, weighing: Weighing) -> Iterator[Fact]:
    """Return the file that is named for what is asked for, among others in a folder the goal names as well.

    `import/atuin.rs` beside `import/fasd.rs` and `import/z.rs` for "Import the history from atuin".
    """
    for folder, paths in _families(subject):
        above = roots_of(folder.rpartition("/")[2])
        if not weighing.count(above):
            continue
        for path in paths:
            own = roots_of(path.rpartition("/")[2].partition(".")[0])
            is_named = own.isdisjoint(above) and all(map(weighing.has, own))
            if is_named and does_it(ask, own | above, weighing):
                yield _fact(subject, path, weighing.among(own | above))
                return


def _families(subject: Subject) -> Iterator[tuple[str, list[str]]]:
    folders: dict[tuple[str, str], list[str]] = {}
    for path in subject.index.paths():
        folder, _, name = path.rpartition("/")
        ending = name.rpartition(".")[2].lower()
        if folder and ending in CODE_ENDINGS and is_own_code(path):
            folders.setdefault((folder, ending), []).append(path)
    yield from ((folder, paths) for (folder, _), paths in folders.items() if len(paths) >= FEWEST_SIBLINGS)


def _fact(subject: Subject, path: str, words: tuple[str, ...]) -> Fact:
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION),), (("files", subject.file_count),))
    values = (("match", "file"), ("words", words), ("says", ""))
    places = (subject.place(path, 1),)
    return Fact(FactKind.ALREADY, path, Provenance(How.BY_NAME), coverage, places, 1, values)
