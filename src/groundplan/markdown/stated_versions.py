"""Versions that a section states: of packages, of the language, and of what is planned for itself."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.markdown.passages import Aim, either, masked, sentence_at
from groundplan.markdown.told import words_of_today
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import BARE, MOVED_TO, OWN_VERSION, TESTED_ON, WRITTEN, Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.markdown.passages import Passage
    from groundplan.plan.document import Section

_UNITS = r"% ms s\b x\b hours days files tests tasks steps phases times lines items calls"
_NUMBER = (
    r"(?P<version>v?\d{1,4}(?:\.\d{1,4}){0,3})(?P<plus>\+|\.x\b|\s+(?:or|and)\s+(?:later|newer|higher|above|up)\b)?"
    rf"(?![\w.]*\d|\w|-\w|/\w|\s*(?:{either(_UNITS)}))"
)
# Code is masked by blanks, and two open runs of blanks side by side try every split: runs have a limit.
_SIGN = r"(?P<sign>\^|~>|~=|~|>=|==?|≥)?\s{0,9}"
_JOINT = (
    r"(?:\s{0,9}[(:]\s{0,9}|\s{1,9}|\s{1,9}(?:is|at|of|to|version|is at|is on|is pinned (?:to|at)|"
    r"pinned (?:to|at)|is locked (?:to|at)|locked at)\s{1,9}(?:version\s{1,9})?)"
)
_BARE = (
    r"(?<![\w/.@-])(?P<name>\.NET|[A-Za-z][\w+#]*(?:[.-][A-Za-z]\w*){0,4}"
    r"(?:\s(?:Router|Query|Native|Boot|CSS|UI|SDK|[Vv]ersion|edition))?)"
)
_FORMS = (
    late_regex(rf"{_BARE}{_JOINT}{_SIGN}{_NUMBER}"),
    late_regex(rf"`(?P<name>[\w@][\w@./+-]{{1,60}})`{_JOINT}[`\"]?{_SIGN}{_NUMBER}"),
    late_regex(rf"{_BARE}{_JOINT}`{_SIGN}{_NUMBER}"),
    late_regex(
        rf"`\"?(?P<name>[\w@.][\w@./+-]{{0,60}}?)\"?(?:\s*[:=@]\s*|\s+|(?=[\^~<>=]))\"?{_SIGN}{_NUMBER}(?:,[^`\n]{{1,20}})?\"?`",
    ),
)
_OWN = late_regex(
    r"\b(?:(?:the|our|its|this|package|crate|library|gem|project|module|plugin|current|latest)\s+){1,4}"
    r"(?:version|release)\s+(?:is|=|is at)\s+(?:currently\s+|now\s+|"
    r"still\s+)?`?(?P<version>v?\d+\.\d+(?:\.\d+)?)`?"
    r"(?![\w.]*\d)|\b(?:we are|package is|crate is|library is|gem is|project is|it is) (?:currently |"
    r"now )?at "
    r"(?:version )?`?(?P<at>v?\d+\.\d+(?:\.\d+)?)`?(?![\w.]*\d)",
    re.IGNORECASE,
)
_LATER = (
    r"upgrad\w* migrat\w* bump\w* rais(?:e|es|ed|ing) mov\w+\ to switch\w* instead until drop\w* will "
    r"would if "
    r"e\.g\.? example matrix CI backport\w* changelog unlike when upstream peer"
)
_NEARBY = (
    r"from compatib\w* since introduced before new could should might may becomes? once previous\w* formerly "
    r"historic\w* no\ longer not never without deprecated removed added\ in available as\ of next "
    r"entry image "
    r"docker newer\ than older\ than was were"
)
# Then the version is one that was, that will be, or that something else has.
_OTHER = late_regex(rf"\b(?:{either(_LATER)})\b|→|->|=>", re.IGNORECASE)
_OTHER_NEARBY = late_regex(rf"\b(?:{either(_NEARBY)})\b", re.IGNORECASE)
# A version is held against the manifests only where the words say that the project has it today.
_USES = (
    r"use[sd]? using runs?\ on we\ run (?:are|is|am|still|stays?|now)\ (?:on|at) pin(?:s|ned)? lock(?:s|ed)? "
    r"declar\w+ requir\w+ depend\w* floor oldest lowest msrv rust-version minimum compiles? target(?:s|ed)? "
    r"buil(?:t|ds) ship(?:s|ped)? toolchain stack languages? here today current(?:ly)? manifest project "
    r"repository codebase we\ (?:have|need) edition dependencies"
)
_IS_USED = late_regex(rf"\b(?:{either(_USES)})\b", re.IGNORECASE)
# What somebody saw on a machine says nothing of what the project declares.
_SEEN = (
    r"measur\w+ observ\w+ tried ran try tested\ (?:on|with|under|against) machine\w* laptop host locally "
    r"sandbox installed throw-?away prototype\w* figures holding under debian ubuntu"
)
_IS_SEEN = late_regex(rf"\b(?:{either(_SEEN)})\b", re.IGNORECASE)
_MOVES = late_regex(
    r"\b(?:upgrad|updat|migrat|bump|rais|mov|switch)\w*\b|\b(?:target|go(?:es)?\s+to)\b|→|->|=>",
    re.IGNORECASE,
)
# What leads to a version that is to come, or to one of something else.
_LEADS_TO = late_regex(
    r"(?:\b(?:to|into|with|by|add|adds|adding|install|require|use|pin|upgrad\w*|bump\w*|rais\w*|from|was|were|new|needs?|"
    r"if|e\.g\.?|like|than|or|set|sets|becomes?|instead\sof|run|runs|running|via)|→|->|=>|:)\s+(?:the\s|a\s)?$",
    re.IGNORECASE,
)
_CLAUSE = late_regex(r"[,;:()–—]\s")
_DEMANDS = late_regex(r"\b(?:require[sd]?|needs?|demands?)\b(?!-)", re.IGNORECASE)
_SELF = late_regex(
    r"(?:[\W_]|\b(?:the|this|our|we|it|its|project|package|library|crate|gem|module|repo|repository|code|codebase|"
    r"build|both|all|currently|today|also|still|already|now|runtime|and|which|that|manifest|pyproject|toml|"
    r"json|engines|constraints?|stack|runtime)\b)*",
    re.IGNORECASE,
)
_OF_OTHERS = late_regex(r"\b(?:support\w*|minimum|at least|target\w*)\b", re.IGNORECASE)
_DECLARES = late_regex(
    r"\b(?:declares?|declared|msrv|oldest|lowest|minimum supported|requires-python|rust-version|directive)\b|"
    r"`[\w./-]*(?:go\.mod|pyproject\.toml|Cargo\.toml|package\.json|\.gemspec|composer\.json|pom\.xml|setup\.cfg)"
    r"(?::\d+)?`",
    re.IGNORECASE,
)
_MANIFEST = late_regex(
    r"`(?:[\w-]{1,60}/){0,6}(?:Cargo\.toml|pyproject\.toml|package\.json|go\.mod|Gemfile)`"
)
_NOT_NOW = late_regex(
    r"\b(?:upgrad\w*|bump\w*|migrat\w*|downgrad\w*|will|would|should|could|might|propos\w*|switch\w*|new|add\w{0,3}|install\w*)\b|→|->",
    re.IGNORECASE,
)
_LANGUAGES = {
    **dict.fromkeys(("python", "cpython", "requires-python", "python version"), "Python"),
    **dict.fromkeys(("go", "golang", "go version"), "Go"),
    **dict.fromkeys(("node", "node.js", "nodejs", "node version"), "Node.js"),
    **dict.fromkeys(("java", "jdk", "jvm", "jre", "java version"), "Java"),
    **dict.fromkeys(("rust", "rustc", "msrv", "rust-version", "rust version"), "Rust"),
    **dict.fromkeys(("edition", "rust edition"), "Rust edition"),
    "ruby": "Ruby",
    "php": "PHP",
    **dict.fromkeys((".net", "dotnet"), ".NET"),
}
_SEVERAL = late_regex(
    r"\b(?P<name>Node(?:\.js)?|Python|Go|Ruby|PHP|Java|JDK|Rust)\s(?:versions?\s)?"
    r"(?P<versions>\d[\d.x]*(?:(?:,\s|\sand\s|,\sand\s|\sto\s|/)\d[\d.]*\d?x?){1,9})(?![\w.]*\d)"
)
_NOW = late_regex(r"\b(?:currently|today|already|at\spresent)\b", re.IGNORECASE)
_PIPELINE = late_regex(
    r"\b(?:CI|matrix|CircleCI|Travis|GitHub\sActions|workflows?|pipeline)\b", re.IGNORECASE
)
_LED = late_regex(
    r"\b(?:use[sd]?|using|on|with|against|runs?|requires?|needs?|depends on|pinned to|and|is)\s+$",
    re.IGNORECASE,
)
_LISTED = late_regex(r"(?:^|[,:(|])\s*$")
_LIST_ENDS = late_regex(r"`?\s*(?:[.,;)|]|$)")
_REACH = 60  # letters before a version that may say it is one
_ENDS = late_regex(r"\s*(?:[.,;:)|]|$|(?:and|with|for|in|as|on|is|are|here|today|throughout)\b)")


def find_versions(passage: Passage, section: Section) -> Iterator[Statement]:
    """Yield the versions that a passage states as those of today."""
    if passage.is_heading:
        return
    source = passage.source
    for match in _OWN.finditer(source):
        if not _is_other(source, match.start()):
            place = passage.place(match.start(), section.document)
            said = (match["version"] or match["at"]).removeprefix("v")
            yield Statement(Topic.VERSION, match[0].strip(), OWN_VERSION, section.key, place, said)
    yield from _tested_on(passage, section)
    for number, form in enumerate(_FORMS):
        for match in form.finditer(source if number else masked(source)):
            sentence = (source, *sentence_at(source, match.start()))
            is_one = number == len(_FORMS) - 1 or (number == 1 and match["sign"] in {"^", "~", "~>", "=="})
            if is_one and not _LEADS_TO.search(source, max(0, match.start() - _REACH), match.start()):
                # Name and version in one piece of code are what a manifest has, unless words lead to them.
                is_plain = passage.aim_at(match.start()) is not Aim.EXAMPLE and not _is_seen(sentence)
                said = WRITTEN + match["version"].removeprefix("v")
                name = _LANGUAGES.get(match["name"].casefold(), match["name"])
                place = passage.place(match.start(), section.document)
                if is_plain:
                    yield Statement(Topic.VERSION, match[0].strip("`"), name, section.key, place, said)
                continue
            is_move = _find_first(_MOVES, *sentence) is not None
            is_today = not is_move and _is_today(passage, match)
            is_bare = not (is_move or is_today) and _is_told(passage, match)
            if (number or _is_plain(source, match)) and (is_move or is_today or is_bare):
                place = passage.place(match.start(), section.document)
                name, said = _read(match, sentence)
                text = match[0].replace("`", "").strip()
                said = MOVED_TO if is_move else said
                by = BARE if is_bare else ""
                yield Statement(Topic.VERSION, text, name, section.key, place, said, by=by)


def _tested_on(passage: Passage, section: Section) -> Iterator[Statement]:
    """Yield the versions of a language that a sentence of today lists as those a pipeline runs."""
    source = passage.source
    for match in _SEVERAL.finditer(source):
        sentence = (source, *sentence_at(source, match.start()))
        if _find_first(_PIPELINE, *sentence) and not _find_first(_NOT_NOW, *sentence):
            versions = re.findall(r"\d[\d.x]*", match["versions"])
            place = passage.place(match.start(), section.document)
            language = _LANGUAGES.get(match["name"].casefold(), match["name"])
            yield Statement(
                Topic.VERSION,
                match[0],
                language,
                section.key,
                place,
                TESTED_ON,
                is_sure=_find_first(_NOW, *sentence) is not None,
                by="\n".join(versions),
            )


def _is_seen(sentence: tuple[str, int, int]) -> bool:
    is_moved = _find_first(_NOT_NOW, *sentence) is not None
    return is_moved or _find_first(_IS_SEEN, *sentence) is not None


def _is_told(passage: Passage, match: re.Match[str]) -> bool:
    """Tell whether a version beside a name may be the one in use, though no word says so."""
    sentence = (passage.source, *sentence_at(passage.source, match.start()))
    is_other = _find_first(_IS_SEEN, *sentence) or _is_other(passage.source, match.start())
    reach = max(0, match.start() - _REACH)
    # In a list of what is used, with nothing else said of it: `Stack: Go 1.22, cobra 1.8.`
    is_listed = _LISTED.search(passage.source, reach, match.start())
    is_listed = is_listed and _LIST_ENDS.match(passage.source, match.end())
    return bool(is_listed) and not is_other and passage.aim_at(match.start()) is not Aim.EXAMPLE


def _read(match: re.Match[str], sentence: tuple[str, int, int]) -> tuple[str, str]:
    """Return the name and the version: `3.8+` for one that is the least, `==3.8` for one that is declared."""
    name, said = match["name"], match["version"].removeprefix("v")
    language = _LANGUAGES.get(name.casefold())
    is_least = (match["plus"] or "").strip() not in {"", ".x"} or match["sign"] in {">=", "≥"}
    said += "+" if is_least else ""
    if language is None:
        return name, said
    # Of a language, the least version is what a manifest declares, and `>=` is how it does.
    is_floor = match["sign"] in {">=", "≥"} or _find_first(_DECLARES, *sentence)
    return language, f"=={said.removesuffix('+') if match['sign'] else said}" if is_floor else said


def _is_plain(source: str, match: re.Match[str]) -> bool:
    """Tell a version from a number behind a word: `pytest 6.2`, `on pytest 6.`, not `click 3 times`."""
    if match["name"][0].isupper() or "." in match["version"] or match["name"] == ".NET":
        return True
    reach = max(0, match.start() - _REACH)
    is_listed = _LISTED.search(source, reach, match.start()) and _LIST_ENDS.match(source, match.end())
    is_led = _LED.search(source, reach, match.start()) and _ENDS.match(source, match.end())
    return bool(is_listed or is_led)


def _is_today(passage: Passage, match: re.Match[str]) -> bool:
    is_copula = re.search(r"\sis\s", match[0]) is not None and words_of_today(passage.source, match.start())
    if passage.aim_at(match.start()) in {Aim.MAKES, Aim.EXAMPLE} and not is_copula:
        return False
    start, stop = sentence_at(passage.source, match.start())
    sentence = (passage.source, start, stop)
    _, clause_end = _clause_at(passage.source, match.start())
    # A requirement as a manifest writes it, or beside the manifest's name, is a claim about the manifest.
    is_quoted = "`" in match[0] and match["sign"]
    used = _find_first(_IS_USED, *sentence)
    is_used = is_quoted or _find_first(_MANIFEST, *sentence) or (used is not None and used[1] <= clause_end)
    if not is_used or _find_first(_IS_SEEN, *sentence) or _is_other(passage.source, match.start()):
        return False
    demand = _find_first(_DEMANDS, *sentence)
    is_before = demand is not None and demand[1] <= match.start()
    if demand and is_before and not _is_of_self(passage.source, start, demand[0]):
        return False  # it is something else that requires it
    return match["name"].casefold() in _LANGUAGES or not _find_first(_OF_OTHERS, *sentence)


# A sentence may name a thousand versions, so what it says for all of them is looked for once.


@lru_cache(maxsize=64)
def _find_first(pattern: re.Pattern[str], source: str, start: int, stop: int) -> tuple[int, int] | None:
    """Return where the first match of a pattern in a sentence starts and ends."""
    found = pattern.search(source, start, stop)
    return found.span() if found else None


@lru_cache(maxsize=64)
def _is_of_self(source: str, start: int, stop: int) -> bool:
    return _SELF.fullmatch(source, start, stop) is not None


@lru_cache(maxsize=64)
def _clauses(source: str, start: int, stop: int) -> list[int]:
    return [start, *(each.end() for each in _CLAUSE.finditer(source, start, stop)), stop]


def _is_other(source: str, at: int) -> bool:
    """Tell whether the sentence, or the clause, around a version is about another time or thing."""
    first, last = _clause_at(source, at)
    is_other = _find_first(_OTHER, source, *sentence_at(source, at)) is not None
    return is_other or _find_first(_OTHER_NEARBY, source, first, last) is not None


def _clause_at(source: str, at: int) -> tuple[int, int]:
    marks = _clauses(source, *sentence_at(source, at))
    behind = bisect_right(marks, at)
    return marks[behind - 1], marks[min(behind, len(marks) - 1)]
