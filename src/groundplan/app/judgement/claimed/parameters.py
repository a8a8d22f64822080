"""Claims about the parameters of a function, read from its declaration."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.judgement.claimed.desk import CLASSES, bare_name, is_name, unknown
from groundplan.code.index import Symbol
from groundplan.code.outline import HEADER_LIMIT
from groundplan.plan.statement import Answer, Topic, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.judgement.claimed.desk import Desk
    from groundplan.code.outline import Definition
    from groundplan.consult.fact import Fact

MAKERS = ("__init__", "constructor", "initialize", "__construct", "new", "__new__")
_IDENTIFIER = re.compile(r"[^\W\d][\w$]*")
_REMARK = re.compile(r"\s#\s|//|/\*")
OWNER = re.compile(r"&?(?:mut\s+)?(?:self|cls|this)\b")
_OPEN = re.compile(r"\*\w|\.\.\.|&\w+\s*$|\bargs\b|\bopts?\b|\boptions\b|\bkwargs\b|\bparams\b")


def judge_parameters(desk: Desk, answer: Answer, fact: Fact) -> Answer:
    """Tell whether some definition of the name takes the parameters; one that takes any is unknown."""
    stated = replace(answer.statement, topic=Topic.PRESENCE, said="")
    headers = list(_headers(desk, fact))
    if not headers or None in headers:
        return unknown(stated, "its parameters cannot be read")
    lists = [each for each in headers if each is not None]
    faults = [_fault_of(each, fact) for each in lists]
    if "" in faults:
        return Answer(stated, Verdict.HOLDS, answer.found, at=answer.at)
    if any(_OPEN.search(each) for each in lists):
        return unknown(stated, "it takes any parameters")
    return Answer(stated, Verdict.FALSE, f"{faults[0]}: {answer.found}", at=answer.at)


def _headers(desk: Desk, fact: Fact) -> Iterator[str | None]:
    """Yield the text between the brackets of each definition that may be meant; None: it cannot be read."""
    whole = (
        fact.value if "::" in fact.at or not is_name(fact.at) or not fact.at else f"{fact.at}.{fact.value}"
    )
    at = f"{fact.at}.{fact.value}" if "::" in fact.at else whole
    found = desk.find(fact.at) if fact.at else None
    for each in desk.symbols(bare_name(at)):
        if found and found.path and not each.path.startswith(found.path):
            continue
        if each.definition.kind in CLASSES:
            yield from (_parameters(one.definition) for one in _makers(desk, each))
        else:
            yield _parameters(each.definition)


def _makers(desk: Desk, symbol: Symbol) -> Iterator[Symbol]:
    outline = desk.index.outline(symbol.path)
    for each in outline.definitions if outline else ():
        if each.parent == symbol.definition.qualified and each.name in (*MAKERS, symbol.definition.name):
            yield Symbol(symbol.path, each)


def _parameters(definition: Definition) -> str | None:
    header, name = definition.header, definition.name
    at = header.find(name) + len(name)
    start = header.find("(", at)
    if len(header) >= HEADER_LIMIT or _REMARK.search(header) or start < 0 or header.find(name) < 0:
        return None
    depth = 0
    for end in range(start, len(header)):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(header[end], 0)
        if not depth:
            return header[start + 1 : end]
    return None


def _fault_of(parameters: str, fact: Fact) -> str:
    """Return what a list of parameters has otherwise than a claim; empty: nothing."""
    known = split_parameters(parameters)
    for each in fact.names:
        name, _, default = (part.strip() for part in each.lstrip("*&.").partition("="))
        name = (_IDENTIFIER.search(name) or [""])[0]
        if not name:
            return ""
        own = next((one for one in known if re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", one)), None)
        if own is None:
            return f"it has no parameter `{name}`"
        there = own.partition("=")[2].strip()
        if default and there and re.sub(r"\s|['\"]", "", there) != re.sub(r"\s|['\"]", "", default):
            return f"it has `{own}`"
    plain = [each for each in known if each not in {"*", "/"} and not OWNER.match(each)]
    named = [each for each in fact.names if not OWNER.match(each)]
    if fact.how in {"all", "only", "exactly"} and len(plain) != len(named):
        return f"it takes `{', '.join(plain)}`"
    return ""


def split_parameters(text: str) -> list[str]:
    """Return the parameters between two brackets."""
    parts, depth, part = [], 0, ""
    for letter in re.sub("[=-]>", "  ", text):  # the arrow of a function's type closes no bracket
        depth += {"(": 1, "[": 1, "{": 1, "<": 1, ")": -1, "]": -1, "}": -1, ">": -1}.get(letter, 0)
        if letter == "," and depth <= 0:
            parts.append(part.strip())
            part = ""
        else:
            part += letter
    return [each for each in (*parts, part.strip()) if each]


def header_parameters(definition: Definition) -> list[str] | None:
    """Return the parameters of a definition; None where its declaration cannot be read to the end."""
    text = _parameters(definition)
    return None if text is None else split_parameters(text)
