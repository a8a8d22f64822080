"""Claims that a function, class or member is there, what its parameters are, or that there is none."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.judgement.claimed.desk import CLASSES, Found, bare_name, is_name, unknown
from groundplan.app.judgement.claimed.parameters import judge_parameters
from groundplan.app.judgement.claimed.places import judge_lines, read_lines
from groundplan.code.citations.symbols import find_inherited, find_member, split_symbol
from groundplan.code.nearest import nearest
from groundplan.code.test_paths import is_test
from groundplan.plan.citation import Citation
from groundplan.plan.statement import PLACED, Answer, Statement, Topic, Verdict
from groundplan.survey.stated.names import judge_name
from groundplan.survey.stated.passages import find_passage, judge_missing, list_files
from groundplan.survey.stated.presence import judge_presence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.app.judgement.claimed.desk import Desk
    from groundplan.consult.fact import Fact

# What lets a file pass on whatever another one defines.
_STARS = {
    "python": re.compile(rb"^\s*from\s+\S+\s+import\s+\*", re.MULTILINE),
    "rust": re.compile(rb"\bpub(?:\([^)]*\))?\s+use\s[^;]*\*"),
    "ruby": re.compile(rb"^\s*(?:include|extend|prepend)\s+[A-Z]", re.MULTILINE),
    "php": re.compile(rb"^\s+use\s+\\?[A-Z]", re.MULTILINE),
    **dict.fromkeys(("javascript", "typescript", "tsx"), re.compile(rb"^\s*export\s+\*", re.MULTILINE)),
}
_SHORTEST = 8  # letters of a name that is said to be somewhere
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def judge_defined(desk: Desk, fact: Fact, quote: str) -> Answer:
    """Tell whether a name is there, in a file or a class where the plan says which, with its parameters."""
    name = bare_name(fact.value)
    stated = Statement(Topic.NAME, fact.value, name)
    if not is_name(fact.value):
        return unknown(stated, "it is no name")
    found = desk.find(fact.at) if fact.at else None
    if found and found.answer:
        return found.answer
    if found and found.citation.first:
        return judge_lines(desk, fact, quote)
    if found:
        answer = desk.as_new(_in_place(desk, stated, found), name, found.citation.symbol)
    else:
        owner = bare_name(fact.at) if fact.at and is_name(fact.at) else ""
        whole = name if not owner or name.startswith(f"{owner}.") else f"{owner}.{name}"
        answer = desk.as_new(_anywhere(desk, replace(stated, subject=whole)), name, whole)
    return judge_parameters(desk, answer, fact) if answer.verdict is Verdict.HOLDS and fact.names else answer


def _in_place(desk: Desk, stated: Statement, found: Found) -> Answer:
    owner = found.citation.symbol
    whole = f"{owner}.{stated.subject}" if owner and owner != stated.subject else stated.subject
    if found.is_folder:
        return _in_folder(desk, replace(stated, subject=whole), found.path)
    index, path = desk.index, found.path
    member = find_member(index, path, whole) or find_inherited(index, path, whole)
    if member is not None:
        place = f"{member.path}:{member.first}"
        return Answer(stated, Verdict.HOLDS, f"`{member.qualified}` is in `{place}`", at=(place,))
    text, outline = index.text(path) or b"", index.outline(path)
    last = split_symbol(whole)[-1]
    stars = _STARS.get(outline.language) if outline is not None else None
    if outline is None or outline.is_broken or (stars and stars.search(text)):
        return unknown(stated, f"`{path}` may take it from elsewhere")
    near = nearest(last, {each.name for each in outline.definitions}, most=2)
    if len(split_symbol(whole)) > 1:
        return replace(_of_owner(desk, stated, whole, path), near=near)
    placed = replace(stated, topic=Topic.PRESENCE, said=PLACED, citation=Citation(path, text=path))
    answer = judge_presence(index, placed, path)
    return replace(answer, statement=stated, near=near)


def _of_owner(desk: Desk, stated: Statement, whole: str, path: str) -> Answer:
    """Tell whether a class of a file has no such member, however it may come by one."""
    *owners, last = split_symbol(whole)
    outline = desk.index.outline(path)
    above = [each for each in (outline.definitions if outline else ()) if each.name == owners[-1]]
    if not above:
        word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(owners[-1].encode()))
        if word.search(desk.index.text(path) or b""):
            return unknown(stated, f"`{owners[-1]}` is not defined in `{path}`")
        return Answer(stated, Verdict.FALSE, f"`{path}` has no `{owners[-1]}`")
    if outline is not None and outline.language == "go" and not above[0].bases:
        members = [each for each in desk.index.symbols(last) if each.definition.parent == above[0].qualified]
        if not members:
            return Answer(stated, Verdict.FALSE, f"`{owners[-1]}` has no `{last}`")
    pair = replace(stated, subject=f"{owners[-1]}.{last}", said="claims")
    answer = judge_name(desk.index, pair, path, frozenset())
    if answer.verdict is Verdict.FALSE:
        return replace(answer, statement=stated)
    return unknown(stated, f"`{owners[-1]}` may have it in another way")


def _in_folder(desk: Desk, stated: Statement, folder: str) -> Answer:
    last = split_symbol(stated.subject)[-1]
    inside = [each for each in desk.symbols(stated.subject) if each.path.startswith(f"{folder}/")]
    if inside:
        place = f"{inside[0].path}:{inside[0].definition.line}"
        return Answer(stated, Verdict.HOLDS, f"it is in `{place}`", at=(place,))
    if any(path.startswith(f"{folder}/") for path in desk.index.files_with(last)):
        return unknown(stated, f"`{folder}` has the word")
    known = {name for each in _definitions(desk, folder) for name in each}
    return Answer(
        stated, Verdict.FALSE, f"nothing in `{folder}` is called that", nearest(last, known, most=2)
    )


def _definitions(desk: Desk, folder: str) -> Iterator[set[str]]:
    for path, outline in desk.index.outlines():
        if path.startswith(f"{folder}/"):
            yield {each.name for each in outline.definitions}


def _anywhere(desk: Desk, stated: Statement) -> Answer:
    """Tell whether a name is there at all; one that may be a library's, or any word, stays unknown."""
    index, parts = desk.index, split_symbol(stated.subject)
    symbols = desk.symbols(stated.subject)
    if symbols:
        place = f"{symbols[0].path}:{symbols[0].definition.line}"
        return Answer(stated, Verdict.HOLDS, f"it is in `{place}`", at=(place,))
    if len(parts) > 1:
        return _of_some_owner(desk, stated, parts)
    if desk.is_anywhere(parts[-1]):
        return unknown(stated, "the code has the word, and no definition of it")
    near = nearest(parts[-1], index.names(), most=2)
    is_telling = len(parts[-1]) >= _SHORTEST and len(_WORDS.findall(parts[-1])) > 1
    if not (near or is_telling):
        return unknown(stated, "no code here has it; it may be of elsewhere")
    return Answer(stated, Verdict.FALSE, "no code here has that name", near)


def _of_some_owner(desk: Desk, stated: Statement, parts: Sequence[str]) -> Answer:
    index, owner = desk.index, parts[-2]
    owners = [each for each in desk.symbols(owner) if each.definition.kind in CLASSES]
    if owners:  # a class and its declaration elsewhere: any of them may be meant
        answers = [_of_owner(desk, stated, ".".join(parts[-2:]), each.path) for each in owners]
        return next((each for each in answers if each.verdict is not Verdict.FALSE), answers[0])
    modules = [
        each
        for each in index.paths()
        if posixpath.basename(each).partition(".")[0] == owner and index.outline(each) is not None
    ]
    if len(modules) != 1 or is_test(modules[0]):
        return unknown(stated, "what it belongs to was not found, or more than once")
    cited = Citation(modules[0], text=modules[0])
    return _in_place(desk, replace(stated, subject=parts[-1]), Found(cited, cited.path))


# What is said not to be there.


def judge_absent(desk: Desk, fact: Fact, _quote: str) -> Answer:
    """Tell whether a name or text is nowhere, or a file is not there."""
    stated = Statement(Topic.PRESENCE, fact.value or fact.at, fact.value or fact.at, is_denied=True)
    found = desk.find(fact.at) if fact.at and fact.value else None
    if found and found.answer:
        return unknown(stated, found.answer.found)
    what = fact.of or ("name" if is_name(fact.value) and not desk.find(fact.value) else "text")
    if what == "file" or (desk.find(fact.value or fact.at) and what == "text"):
        there = desk.find(fact.value or fact.at)
        if there is None or there.answer is None:
            held = Verdict.UNKNOWN if there is None else Verdict.FALSE
            shown = (there.path,) if there else ()
            return Answer(stated, held, f"`{there.path}` is there" if there else "it is no path", at=shown)
        is_gone = there.answer.verdict is not Verdict.UNKNOWN
        return Answer(stated, Verdict.HOLDS if is_gone else Verdict.UNKNOWN, there.answer.found)
    if what in {"name", "function", "class", "method"} and is_name(fact.value):
        return _no_name(desk, stated, found)
    place = find_passage(desk.index, found.citation, found.path) if found and not found.is_folder else None
    is_folder = not fact.at or (found is not None and found.is_folder)
    places = (place,) if place else list_files(desk.index, found.path if found else "") if is_folder else ()
    if len(fact.value) < _SHORTEST // 2:
        return unknown(stated, "it is too short to be searched for")
    answer = judge_missing(desk.index, stated, places, found.path if found else "")
    word = fact.value.casefold().encode()
    is_part = any(word in (desk.index.text(each.path) or b"").lower() for each in places)
    # `retry` is in `retries`: what is not there as it is written may be there all the same.
    return replace(answer, verdict=Verdict.UNKNOWN) if answer.verdict is Verdict.HOLDS and is_part else answer


def _no_name(desk: Desk, stated: Statement, found: Found | None) -> Answer:
    """Tell whether nothing defines a name: a plain word that something else has may be meant otherwise."""
    name = bare_name(stated.subject)
    if found is not None and not found.is_folder:
        owner = found.citation.symbol
        member = find_member(desk.index, found.path, f"{owner}.{name}" if owner else name)
        if member is not None:
            place = f"{member.path}:{member.first}"
            return Answer(stated, Verdict.FALSE, f"`{member.qualified}` is in `{place}`", at=(place,))
        lines = "\n".join(read_lines(desk.index, found.path))
        is_word = re.search(rf"(?<![\w$]){re.escape(split_symbol(name)[-1])}(?![\w$])", lines)
        return Answer(stated, Verdict.UNKNOWN if is_word else Verdict.HOLDS)
    inside = [each for each in desk.symbols(name) if found is None or each.path.startswith(f"{found.path}/")]
    is_telling = len(_WORDS.findall(name)) > 1 or found is not None
    if inside and not is_test(inside[0].path) and is_telling:
        place = f"{inside[0].path}:{inside[0].definition.line}"
        return Answer(stated, Verdict.FALSE, f"it is in `{place}`", at=(place,))
    is_said = inside or desk.is_anywhere(split_symbol(name)[-1])
    return Answer(stated, Verdict.UNKNOWN if is_said else Verdict.HOLDS)
