"""Which kind of change a goal asks for, told by its words: the first line before the rest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.markdown.inline import code_spans
from groundplan.plan.goal import GoalKind
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Collection

_END = r"(?![\w-])"
_START = r"(?<![\w-])"


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(f"{_START}(?:{pattern}){_END}", re.IGNORECASE)


# A commit's or an issue's own mark comes before its words: `fix(router): …`, `[Bug] …`, `RFC: …`.
_MARK = late_regex(r"^\s*(?:\[([A-Za-z][\w /-]{1,30})\]|([A-Za-z][\w-]{1,20})(?:\([^()\n]{1,60}\))?!?:)\s")
_MARKS = {
    "fix": GoalKind.FIX,
    "bug": GoalKind.FIX,
    "bugfix": GoalKind.FIX,
    "hotfix": GoalKind.FIX,
    "bug report": GoalKind.FIX,
    "regression": GoalKind.FIX,
    "feat": GoalKind.FEATURE,
    "feature": GoalKind.FEATURE,
    "feature request": GoalKind.FEATURE,
    "enhancement": GoalKind.FEATURE,
    "refactor": GoalKind.REFACTOR,
    "perf": GoalKind.REFACTOR,
    "docs": GoalKind.DEBT,
    "test": GoalKind.DEBT,
    "tests": GoalKind.DEBT,
    "rfc": GoalKind.DESIGN,
    "adr": GoalKind.DESIGN,
    "prd": GoalKind.REQUIREMENT,
    **dict.fromkeys(("roadmaps", "phases"), GoalKind.CAMPAIGN),
    **dict.fromkeys(("migrations", "migrate"), GoalKind.MIGRATION),
}
# What is asked for outright, whichever verb the goal starts with.
_FRAMES: tuple[tuple[GoalKind, re.Pattern[str]], ...] = (
    (
        GoalKind.COUNCIL,
        _words(
            r"(?:ask|consult|poll|query) (?:several|multiple|many|different|other|all|three|two) "
            r"(?:models|advisors|llms|ais|experts)|second opinions?"
            r"|several opinions|multiple opinions|council"
        ),
    ),
    (
        GoalKind.REQUIREMENT,
        _words(
            r"prd|product requirements?|requirements? document"
            r"|(?:across|for|on|over|in) (?:all|every|each)(?: of (?:the|our))?(?: supported)? "
            r"(?:databases?|backends?|frameworks?|dialects?|drivers?|platforms?|engines?)"
        ),
    ),
    (
        GoalKind.CAMPAIGN,
        _words(
            r"road ?map|in (?:several|multiple|three|four|five|\d{1,2}) (?:phases|stages|quarters|milestones)"
            r"|phased|multi-?(?:phase|quarter|team|release)|(?:this|next|per|each|a|the) quarter|quarters"
            r"|q[1-4](?: 20\d\d)?|across (?:all |our |several |the )?teams"
            r"|(?:several|multiple) (?:teams|releases)"
            r"|gradual(?:ly)? roll ?out|staged roll ?out|roll ?out (?:plan|over|in|to all)|campaign"
        ),
    ),
    (
        GoalKind.DESIGN,
        _words(
            r"which (?:approach|design|option|architecture|library|way)|architectur(?:e|al) decision"
            r"|rfc|adr|design (?:doc|document|decision|proposal|options?|alternatives?)|trade-?offs?"
            r"|(?:compare|weigh|evaluate) (?:\w{1,20} ){0,3}(?:approaches|designs|options|alternatives)"
            r"|how should we|should we use"
        ),
    ),
)
_SIDES = r"[^\n.;:]{1,80}?"
_MOVES = _words(
    rf"migrat(?:e|es|ing|ion)\b{_SIDES}\b(?:to|from|off|onto|away)|migrate"
    rf"|replac(?:e|ing) {_SIDES} (?:with|by)|switch(?:ing)?(?: over)? (?:{_SIDES} )?(?:from|to)"
    rf"|mov(?:e|ing) (?:away |off )?from {_SIDES} to|port(?:ing)? {_SIDES}(?:to|from|onto)"
    rf"|(?:upgrad(?:e|ing)|bump(?:ing)?|mov(?:e|ing)) {_SIDES}(?:from v?\d[\w.]{{0,15}} )?to v?\d"
    rf"|(?:use|adopt) {_SIDES} (?:instead of|in place of|rather than)|upgrade to|drop support for|swap out"
    rf"|(?:deprecate|drop|remove|retire) {_SIDES} (?:in favou?r of|and (?:use|adopt|switch to))"
)
_DEBT = _words(
    r"(?:pay (?:back|down|off) )?tech(?:nical)?[ -]debt|(?:add|write|improve|increase|extend|raise)"
    r" (?:\w{1,20} ){0,3}(?:tests?|test coverage|coverage|typ(?:es|ings?)"
    r"|type (?:hints|annotations)|annotations|docs?|docstrings?|documentation)|(?:remove|delete|drop"
    r"|clean up) (?:\w{1,20} ){0,2}"
    r"(?:dead|unused|obsolete|unreachable) \w{1,30}|reduce (?:\w{1,20} ){0,2}complexity"
    r"|untested|undocumented|todo comments?"
)
_VERBS = {
    GoalKind.FIX: _words(
        r"fix(?:es|ed|ing)?|correct(?:ly)?|repair|resolve|handle|prevent|avoid|stop|don'?t|do not|ensure"
        r"|guard"
        r"|restore|revert|behebe|beheben|repariere|corrige|corriger|corrija|arregla|arreglar|réparer"
    ),
    GoalKind.REFACTOR: _words(
        r"refactor|renam(?:e|ing)|extract|mov(?:e|ing)|split|clean(?: ?up)?|simplify|restructure"
        r"|reorgani[sz]e"
        r"|inline|consolidate|deduplicate|merge|unify|decouple|tidy|rewrite"
        r"|rework|moderni[sz]e|speed up|optimi[sz]e"
    ),
    GoalKind.FEATURE: _words(
        r"add|support|allow|implement|introduce|create|provide|enable|expose|let|make|build|offer|accept"
        r"|extend|include|show|print|log|cache|retry|export|generate|integrate"
        r"|hinzufügen|unterstütze|erlaube|ajoute[rz]?|añadir|agrega[r]?|adiciona[r]?|aggiungi|permite"
        r"|permettre"
    ),
    GoalKind.DEBT: _words(r"document|annotate|cover|deprecate|remove|delete|test"),
    GoalKind.DESIGN: _words(r"design|decide|choose|evaluate|investigate|explore|compare"),
}
FAULT = _words(
    r"bugs?|loses?|lost|fail(?:s|ed|ing|ure|ures)?|wrong(?:ly)?|crash(?:es|ed|ing)?|traceback|exception|broken|breaks?"
    r"|incorrect(?:ly)?|error|errors|regression|doesn'?t|does not|isn'?t|is not|don'?t|cannot|can'?t|won'?t"
    r"|never|raises|raised|throws?|hangs?|deadlock|leak(?:s|ed)?|missing|ignored?|ignores|invalid"
    r"|unexpected(?:ly)?"
    r"|inconsistent|not working|only allowed|only works|no longer|panic(?:s|ked)?|fehler|falsch|erreur|fallo"
)
_WISH = _words(r"should (?:be able to|support|allow|let|provide|offer|have an? (?:option|way))|would be nice")
# How people report what is not as it ought to be, without a word for a fault.
_ODD = _words(
    r"instead of|even though|although|should (?:not )?be|resets?|twice"
    r"|too (?:early|late|many|few|much|little|soon)"
    r"|by mistake|is (?:dropped|skipped|reset|empty|stale)|garbled|stale|silently|leak(?:s|ing)"
)
# What a thing does, said of it in the third person: `Cache.get` returns the old value.
_DOES = late_regex(
    r"(?:`[^`\n]{1,80}`|[\w$]+(?:\([^()\n]{0,40}\))?(?:(?:\.|::|#)[\w$]+(?:\([^()\n]{0,40}\))?)+)"
    r"\s+(?:[a-z]{2,20}ly\s+)?(?P<does>(?!(?:is|has|was|needs|supports|allows|requires|lacks|as)\b)[a-z]{2,20}s)\b"
)
_SHOULD = _words(r"should(?: not|n'?t)?")
# A request for a change whose first word is a noun here, because the verb of the sentence is a fault.
_WORD = r"[\w`'./()-]{1,40}"
_BROKEN = late_regex(
    r"(?:clean-?up|merge|split|extract|move|rename|rewrite|export|cache|log|print|retry|test|document|build"
    r"|design|support)"
    r"(?: (?!(?:an?|the|all|each|every|our|when|if|that|which|who|where|because|while|so|to|until"
    rf"|after|before|and|but|unless|instead)\b){_WORD}"
    rf"| (?:of|for|in|on|with|from) (?:the |an? )?{_WORD}){{0,6}}?"
    r" (?P<fault>fails|does not|doesn'?t|is not|isn'?t|cannot|can'?t|won'?t|never|no longer|raises|throws"
    r"|hangs|loses|breaks|ignores|is (?:broken|wrong|ignored|lost|missing|incorrect)"
    r"|(?:crashes|leaks|panics)(?= (?:when|if|on|with|after|because|while|for|at)\b|[.!]?$))"
    r"(?![\w-])",
    re.IGNORECASE,
)
_REPORT = _words(
    r"steps to reproduce|to reproduce|(?:expected|actual) (?:behaviou?r|results?|output)"
    r"|traceback \(most recent call last\)|what happened|bug report"
)
_FIRST = late_regex(r"[^\W\d_][\w'’-]{0,30}")
_PLEASE = frozenset(
    {"please", "we", "i", "to", "should", "need", "want", "must", "let's", "lets", "could", "you"}
)


def mark_of(title: str) -> str:
    """Return the mark before a goal's words: `fix` of `fix(router): …`; nothing where there is none."""
    marked = _MARK.match(title)
    return (marked[1] or marked[2]).strip() if marked else ""


def judge_kind(title: str, prose: str, own: Collection[str] = ()) -> tuple[GoalKind, str]:
    """Return the kind of change and the words of the goal that decide it.

    `own` are the names of the project itself, which are no verbs: `build` fails on Windows.
    """
    title, prose = _without_names(title, own), _without_names(prose, own)
    mark = mark_of(title)
    kind = _MARKS.get(mark.lower()) or _MARKS.get(f"{mark.lower()}s")
    if mark and kind:
        return kind, f"the goal is marked `{mark}`"
    rest = _MARK.sub("", title)
    return (
        _of_report(rest, prose)
        or _of_title(rest)
        or _of_statement(rest, prose)
        or _of_verbs(rest)
        or _of_body(prose)
        or (GoalKind.FEATURE, "the goal names no other kind of change")
    )


def _of_report(title: str, prose: str) -> tuple[GoalKind, str] | None:
    """Return a fix where a fault is reported, though a word before it could be read as a request.

    `Cleanup of sessions never ends` asks for no cleanup, and who fills in a bug report reports a bug.
    """
    leading = _leading(title)
    if found := _BROKEN.match(leading):
        return GoalKind.FIX, f"the goal says “{found['fault']}”"
    is_restructuring = _VERBS[GoalKind.REFACTOR].search(title) and not _VERBS[GoalKind.FEATURE].match(leading)
    if is_restructuring and (found := _REPORT.search(prose)):
        return GoalKind.FIX, _quoted(found)
    return None


def _of_title(title: str) -> tuple[GoalKind, str] | None:
    for kind, pattern in _FRAMES:
        if found := pattern.search(title):
            return kind, _quoted(found)
    return _of_first_verb(title) or _of_any_words(title)


def _of_first_verb(title: str) -> tuple[GoalKind, str] | None:
    """Return what the first word that says something asks for; a fix is one whatever it moves or tests."""
    leading = _leading(title)
    if found := _VERBS[GoalKind.FIX].match(leading):
        return GoalKind.FIX, _quoted(found)
    if found := _DEBT.match(leading):
        return GoalKind.DEBT, _quoted(found)
    if found := _MOVES.search(title):
        return GoalKind.MIGRATION, _quoted(found)
    for kind, pattern in _VERBS.items():
        if found := pattern.match(leading):
            return kind, _quoted(found)
    return None


def _of_any_words(title: str) -> tuple[GoalKind, str] | None:
    for kind, pattern in ((GoalKind.FIX, FAULT), (GoalKind.FEATURE, _WISH), (GoalKind.FIX, _SHOULD)):
        if found := pattern.search(title):
            return kind, _quoted(found)
    if found := _DEBT.search(title):
        return GoalKind.DEBT, _quoted(found)
    return None


def _of_statement(title: str, prose: str) -> tuple[GoalKind, str] | None:
    """Return a fix where a goal that starts with no request says what happens, and that it ought not to."""
    if _WISH.search(prose):
        return None
    if found := _DOES.match(title):
        return GoalKind.FIX, f"the goal says “{found['does']}”"
    found = _ODD.search(title) or _ODD.search(prose)
    return (GoalKind.FIX, _quoted(found)) if found and not _MOVES.search(prose) else None


def _of_verbs(title: str) -> tuple[GoalKind, str] | None:
    for kind in (GoalKind.REFACTOR, GoalKind.FEATURE):
        if found := _VERBS[kind].search(title):
            return kind, _quoted(found)
    return None


def _of_body(prose: str) -> tuple[GoalKind, str] | None:
    for kind, pattern in (
        *_FRAMES,
        (GoalKind.FIX, FAULT),
        (GoalKind.MIGRATION, _MOVES),
        (GoalKind.DEBT, _DEBT),
    ):
        if found := pattern.search(prose):
            return kind, _quoted(found)
    for kind in (GoalKind.FEATURE, GoalKind.REFACTOR):
        if found := _VERBS[kind].search(prose):
            return kind, _quoted(found)
    return None


def _without_names(text: str, own: Collection[str]) -> str:
    """Return words without commands in backticks and the project's own names: they ask for nothing."""
    for start, end in code_spans(text):
        if " " in text[start:end]:
            text = f"{text[: start + 1]}{'_' * (end - start - 2)}{text[end - 1 :]}"
    for name in own:
        text = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", "_" * len(name), text)
    return text


def _leading(title: str) -> str:
    """Return the title from its first word that says something: `Please add` starts with `add`."""
    for found in _FIRST.finditer(title):
        if found[0].lower() not in _PLEASE:
            return title[found.start() :]
    return title


def _quoted(found: re.Match[str]) -> str:
    words = " ".join(found[0].split())
    return f"the goal says “{words}”"
