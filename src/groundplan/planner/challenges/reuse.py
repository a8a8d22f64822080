"""Challenges adding what is there: a value kept already, a name defined already, a module that does it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.plan.late_regex import late_regex
from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.deciding import deciding_questions
from groundplan.planner.challenges.kept_values import kept_values
from groundplan.planner.challenges.own_modules import importers, own_modules
from groundplan.planner.challenges.purposes import all_purposes, named_packages
from groundplan.planner.challenges.taken_parameters import taken_parameters
from groundplan.planner.challenges.wanted import additions, roots, telling_roots
from groundplan.planner.phrasing import code, codes, count
from groundplan.planner.question import Choice, Question
from groundplan.survey.sources import is_own_code
from groundplan.survey.where.words import is_compound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.index import Symbol
    from groundplan.planner.challenges.purposes import Purpose
    from groundplan.planner.challenges.wanted import Addition
    from groundplan.planner.pack import EvidencePack

NAME = "reuse"
FEWEST_ROOTS = 2
MOST_SHOWN = 3
_NAME = late_regex(r"`?([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?`?(?=[\s.,;:]|$)")
# After a name: what kind of thing it is, and what it is added to.
_KIND = late_regex(
    r"\s+(?:class|function|func|method|property|helper|decorator|datatype|exception|command|component|interface"
    r"|struct|enum|mixin|middleware)(?=[\s.,;:]|$)",
    re.IGNORECASE,
)
_TO = late_regex(r"\s+(?:to|on|in|into|onto)\s+(?:the\s+)?`?(?:[\w.]*\.)?([A-Za-z_]\w*)", re.IGNORECASE)
# The name is the thing itself where nothing else is said of what it is: not in `key` argument.
_ENDS = late_regex(r"\s*(?:[.,;:!]?$|[.,;:]\s|\s(?:and|that|which|so|for|with)\b)", re.IGNORECASE)
# What is added to a thing is a part of it: `a status code to the response type` is no status code of its own.
_PART_OF = late_regex(r"\s+(?:to|into|onto)\b")
# Code that is kept only for old users is nothing to build on.
_OLD = frozenset({"v1", "legacy", "deprecated", "compat", "_compat", "_vendor", "vendored", "contrib"})
_QUOTES = frozenset("'\"“”")
_KINDS = frozenset({Kind.CLASS, Kind.FUNCTION, Kind.INTERFACE, Kind.TYPE})


def detect(pack: EvidencePack) -> Iterator[Challenge]:
    """Return a challenge for each thing the goal would make that the code has already."""
    yield from kept_values(pack)
    yield from taken_parameters(pack)
    seen: set[str] = set()
    added = additions(pack.goal.text)
    for each in added:
        challenge = _same_name(pack, each) if _is_code(each) else _same_words(pack, each)
        if challenge and challenge.subject not in seen:
            seen.add(challenge.subject)
            yield challenge
    if not seen:
        yield from _same_purpose(pack, added)


def _is_code(addition: Addition) -> bool:
    """Whether what is added is written as code is: in backticks, called, dotted, compound."""
    first = addition.said.split(" ")[0].rstrip(".,;:!")
    return not {"`", "(", ".", "="}.isdisjoint(first) or is_compound(first)


def _same_name(pack: EvidencePack, addition: Addition) -> Challenge | None:
    """Return a challenge where the name that is added is defined already."""
    match = _NAME.match(addition.said)
    if match is None:
        return None
    name, after = match[1], addition.said[match.end() :]
    kind = _KIND.match(after)
    after = after[kind.end() :] if kind else after
    holder = _TO.match(after)
    if holder is None and not _ENDS.match(after):
        return None
    wanted = f"{holder[1]}.{name}" if holder else name
    found = [
        each
        for each in pack.index.symbols(name.rpartition(".")[2])
        if is_own_code(each.path) and _is_meant(each, wanted, is_held=holder is not None)
    ]
    if not found and "." not in wanted and len(roots(name)) >= FEWEST_ROOTS:
        # `HttpError` is `HTTPError`; what differs in more than its capitals is another thing
        alike = [each for each in _named_like(pack, roots(name)) if not name.isupper()]
        found = [each for each in alike if each.definition.name.lower() == name.lower()]
    return _there(found, found[0].definition.qualified) if len(found) == 1 else None


def _is_meant(symbol: Symbol, wanted: str, *, is_held: bool) -> bool:
    own = symbol.definition.qualified
    if "." in wanted:
        return own == wanted or own.endswith(f".{wanted}")
    return own == wanted and not is_held and symbol.definition.kind in _KINDS


def _there(found: list[Symbol], wanted: str) -> Challenge:
    symbol = found[0]
    at = f"{symbol.path}:{symbol.definition.line}"
    cited = f"{symbol.path}::{symbol.definition.qualified}"
    return Challenge(
        NAME,
        cited,
        f"{code(wanted)} is there already: {code(cited)} (`{at}`). What should it do that it does not?",
        (cited, at),
        {"definitions": len(found)},
        advice=f"Change {code(cited)} rather than add a second one of its name.",
        question=Question(
            f"reuse:{cited}",
            f"{code(wanted)} is defined already; is this goal about changing it?",
            f"{code(cited)} is defined at `{at}`.",
            (Choice("reuse", f"Change {code(cited)}"), Choice("new", "Something else of that name is meant")),
            "reuse",
            weight=3.0,
            assumption=f"the goal changes {code(cited)}",
        ),
        weight=3.0,
    )


def _same_words(pack: EvidencePack, addition: Addition) -> Challenge | None:
    """Return a challenge where a definition or module of own code is named in the words of what is added."""
    if len(addition.roots) < FEWEST_ROOTS or not _QUOTES.isdisjoint(addition.said[:1]):
        return None
    if _PART_OF.match(addition.said, len(addition.phrase)):
        return None
    found = _named_like(pack, addition.roots)
    if not found or len({each.definition.name for each in found}) > 1 or len(found) > MOST_SHOWN:
        return None
    best = found[0]
    cited = f"{best.path}::{best.definition.qualified}"
    users = (
        () if best.path.endswith(".go") else importers(pack, best.path)
    )  # there whole packages are imported
    used = (
        f", and {count(len(users), 'file')} {'import' if len(users) != 1 else 'imports'} its module"
        if users
        else ""
    )
    header = (
        f": `{best.definition.header}`"
        if 0 < len(best.definition.header) < 90 and "`" not in best.definition.header
        else ""
    )
    return _ask_reuse(
        f"We already have {code(cited)} (`{best.path}:{best.definition.line}`){header}{used}. "
        f"Does the {addition.phrase} have to be a new thing, or does that one grow?",
        cited,
        (cited, *(f"{each.path}::{each.definition.qualified}" for each in found[1:])),
        {"definitions": len(found), "importers": len(users)},
    )


def _named_like(pack: EvidencePack, wanted: frozenset[str]) -> list[Symbol]:
    names = [each for each in pack.index.names() if all(root in each.lower() for root in wanted)]
    found = [
        symbol
        for name in names
        if roots(name) == wanted
        for symbol in pack.index.symbols(name)
        if symbol.definition.kind in _KINDS
        and not symbol.definition.parent
        and is_own_code(symbol.path)
        and not name.startswith("_")
        and _OLD.isdisjoint(symbol.path.split("/"))
    ]
    return sorted(found, key=lambda each: (each.path.count("/"), each.path))


def _ask_reuse(
    claim: str, cited: str, evidence: tuple[str, ...], numbers: dict[str, int | float]
) -> Challenge:
    return Challenge(
        NAME,
        cited,
        claim,
        evidence,
        numbers,
        advice=f"Build on {code(cited)}; a second one would have to be kept in step with it.",
        question=Question(
            f"reuse:{cited}",
            f"Do we build on {code(cited)} or make something new beside it?",
            claim,
            (Choice("reuse", f"Build on {code(cited)}"), Choice("new", "Make something new beside it")),
            "reuse",
            weight=2.5,
            assumption=f"the change builds on {code(cited)}",
        ),
        weight=2.5,
    )


def _same_purpose(pack: EvidencePack, wanted: list[Addition]) -> Iterator[Challenge]:
    """Return a challenge where the goal adds a thing of a purpose that a module of own code serves.

    A goal that names a package for the purpose is challenged with the package, not here.
    """
    spoken = {purpose.name for each in named_packages(pack.goal.text) for purpose in each.purposes}
    for purpose in all_purposes():
        added = next((each for each in wanted if _speaks_of(each, purpose)), None)
        if purpose.name in spoken or not purpose.stems or added is None:
            continue
        modules = own_modules(pack, purpose)
        if not modules:
            continue
        module = modules[0]
        others = [each.citation for each in modules[1:MOST_SHOWN]]
        also = f" (also {codes(others)})" if others else ""
        used = f", imported in {count(module.users, 'file')}" if module.users else ""
        offers = module.shown_offers
        yield _ask_reuse(
            f"We already have {code(module.citation)}{offers}{used}{also}. "
            f"The {added.phrase} could build on it instead of duplicating it.",
            module.citation,
            (module.citation, *others),
            {"modules": len(modules), "importers": module.users},
        )
        yield from deciding_questions(pack, NAME, None, purpose, module)
        return


def _speaks_of(addition: Addition, purpose: Purpose) -> bool:
    """Whether what is added is, word for word, one of the ways to call a thing of the purpose."""
    said = addition.roots
    return bool(said) and any(said == telling_roots(words) for words in purpose.words)
