"""Steps of a document on what the document itself sets apart: a file or name in both is enough to tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import LISTS, Kind, parse_blocks
from groundplan.markdown.inline import code_spans
from groundplan.markdown.passages import masked
from groundplan.plan.citation import parse_citation
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import REJECTED, Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.markdown.blocks import Block
    from groundplan.plan.document import Section

_TOUCHED = r"(?:touch|chang|modif|edit|alter|rewrit)\w*"
_APART = late_regex(
    r"\bout\sof\sscope\b|\bnon-?goals?\b|\A\W*(?:out|not\snow|later|leave\salone|do\snot\stouch|untouched)\W*:|"
    r"\bnot\s(?:part\sof|in\sscope|for\snow)\b|\boff[- ]limits\b|\bhands\soff\b|\buntouched\b|\bunchanged\b|"
    rf"(?:\bnot|n['’]t|\bnever|\bneither)\s(?:be\s|to\sbe\s|to\s)?{_TOUCHED}|\bno\schanges?\s(?:to|in)\b|"
    r"\bleave\s[^.]{0,80}\b(?:alone|as\s(?:it|they)\s(?:is|are))\b",
    re.IGNORECASE,
)
_HEADING = late_regex(
    r"\W*(?:\d+\W+)?(?:out[- ]of[- ]scope|non-?goals?|not\s(?:part|in\sscope|now)|leave\salone|exclu\w+|"
    r"untouched|unchanged|do\snot\stouch|what\s(?:stays|does\snot\schange))\b",
    re.IGNORECASE,
)
# What is said with a limit is not set apart whole.
_LIMITED = late_regex(
    r"\b(?:except|unless|until|beyond|other\sthan|apart\sfrom|besides|only|but|yet|later|signature|API|behaviou?r|"
    r"contract|interface|format|semantics|schema|default\w*|if|when)\b|"
    r"\b(?:PR|phase|slice|stage|step|task|wave|milestone|sprint|commit|part|batch)s?[\s#-]*\d",
    re.IGNORECASE,
)
_PART_OF = late_regex(
    r"\b(?<!rest\s)(?<!all\s)(?:of|for|from|by|with|via|in(?:to|side)?|within|under|at|on(?:to)?|to)\s"
    r"(?:the\s|our\s)?$",
    re.IGNORECASE,
)
_WHOLE = late_regex(
    r"\b(?:rest\sof|all\sof|everything\s(?:in|under)|anything\s(?:in|under)|changes?\s(?:to|in)|changing)\s(?:the\s)?$",
    re.IGNORECASE,
)
# One way to change it is set apart, not all of it.
_ONE_WAY = late_regex(
    r"\b(?:remov|renam|delet|dropp|rewrit|refactor|migrat|mov|split|splitt|replac|deprecat|convert|port|inlin)ing\s"
    r"(?:(?:the|our|old|whole|\w+)\s){0,3}(?:`[^`\n]*`(?:,\s(?:and\s|or\s)?|\s(?:and|or)\s))*$",
    re.IGNORECASE,
)
# What a step only looks at, or follows, it does not change.
_LOOKED_AT = late_regex(
    r"\b(?:like|as|see|from|via|using|mirror\w*|follow\w*|cop(?:y|ied)|by|against|per|similar\sto|than|of|calls?|uses?|reads?|"
    r"verify|check|confirm|ensure|test|run|review|inspect|import\w*|keep\w*|reus\w+|with|that|beside|match\w*|because)\s"
    r"(?:[\w'’-]+\s){0,2}$",
    re.IGNORECASE,
)
_REJECTED = late_regex(
    r"`(?P<is>[^`\n]{4,80})`\s(?:is|was|were|are)\s(?:rejected|ruled\sout|turned\sdown|discarded|dismissed)\b|"
    r"\b(?:Rejected|Ruled\sout|Discarded|Turned\sdown)[*_]{0,2}:[*_]{0,2}\s(?:using\s|the\s)?`(?P<of>[^`\n]{4,80})`",
)
_DENIED = late_regex(
    r"\b(?:not|no|never|without|instead|rather|reject\w*|avoid\w*|unlike|remov\w*|drop\w*|replac\w*|than|over)\b|n['’]t",
    re.IGNORECASE,
)
_SHORTEST = 5
_REACH = 40  # letters around what is rejected that may say it is not taken up
_TOLD = late_regex(r"\s(?!stays|remains|keeps|as\b)[a-z]+s\b")
_STEPS = late_regex(
    r"\W*(?:\d+\W+)?(?:(?:implementation|work|detailed|proposed)\s)?(?:tasks?|steps?|plan|changes?|work|do|what\sto\sdo|phase\s\d)\b",
    re.IGNORECASE,
)
_OTHER_LETTERS = late_regex(r"[\u0250-\u1fff\u2e80-\uffff]")  # words of a language that is not read here
_NAME = late_regex(r"(?:[^\W\d]\w*(?:\.|::|#)){0,3}[^\W\d]\w{3,80}[!?]?(?:\(\))?")
_SENTENCE = late_regex(r"(?<=[.;])\s+(?=[A-Z`*_])")


def find_set_apart(section: Section) -> Iterator[Statement]:
    """Yield the steps that name, as something to work on, what another sentence sets apart whole."""
    blocks = parse_blocks(section.text, section.line)
    apart: dict[str, int] = {}
    steps: list[tuple[int, str]] = []
    for line, words, is_step, is_below in _walk(blocks, is_step=False, is_below=False):
        for sentence in _SENTENCE.split(words):
            if _OTHER_LETTERS.search(sentence):
                continue
            is_said = _APART.search(masked(sentence)) is not None
            if is_below or is_said:
                names = _set_apart(sentence, is_said=is_said)
                apart.update((name, line) for name in names if name not in apart)
            elif is_step:
                steps.append((line, sentence))
    rejected = dict(_rejected(blocks))
    for line, sentence in steps:
        taken = next((each for each in rejected if _takes(sentence, each)), None)
        if taken is not None and rejected[taken] != line:
            place = Place(section.document, line, 1)
            words = " ".join(sentence.split())
            yield Statement(Topic.SCOPE, words, taken, section.key, place, str(rejected[taken]), by=REJECTED)
            continue
        for name in _worked_on(sentence):
            out = next((each for each in apart if _is_in(name, each)), None)
            if out is not None and apart[out] != line:
                place = Place(section.document, line, 1)
                words = " ".join(sentence.split())
                yield Statement(Topic.SCOPE, words, out, section.key, place, str(apart[out]))
                break


def _rejected(blocks: Iterable[Block]) -> Iterator[tuple[str, int]]:
    """Yield the code that a sentence rejects as such: it is the subject or the object."""
    for line, words, _, _ in _walk(blocks, is_step=False, is_below=False):
        for sentence in _SENTENCE.split(words):
            for match in _REJECTED.finditer(sentence):
                name = match["is"] or match["of"]
                if len(name) >= _SHORTEST and not _LIMITED.search(masked(sentence)[: match.start()]):
                    yield name.removesuffix("()"), line


def _takes(sentence: str, name: str) -> bool:
    """Tell whether a step takes up what is rejected: it names it, and no word denies it."""
    at = next(
        (one for one, two in code_spans(sentence) if sentence[one:two].strip("`").removesuffix("()") == name),
        -1,
    )
    return at >= 0 and not _DENIED.search(masked(sentence), max(0, at - _REACH), at + len(name) + _REACH)


def _walk(blocks: Iterable[Block], *, is_step: bool, is_below: bool) -> Iterator[tuple[int, str, bool, bool]]:
    """Yield the words of each paragraph, item and row, whether they are a step, or below such a heading."""
    is_below_steps, is_first = False, True
    for block in blocks:
        if block.kind is Kind.HEADING:
            is_below, is_first = _HEADING.match(block.source) is not None, True
            is_below_steps = _STEPS.match(block.source) is not None
        elif block.kind is Kind.PARAGRAPH:
            # Below the first words of a heading there may be anything.
            yield block.line, block.source, is_step, is_below and is_first
            leads = block.source.rstrip("* ").endswith(":") and _HEADING.match(block.source)
            is_below, is_first = is_below or bool(leads), False
        elif block.kind in LISTS:
            for item in block.children:
                is_own = is_step or is_below_steps or block.kind is Kind.NUMBERS or item.checkbox is not None
                yield from _walk(item.children, is_step=is_own and not is_below, is_below=is_below)
        elif block.kind is Kind.TABLE:
            for row in block.children:
                if row.kind is Kind.ROW:
                    yield row.line, " ".join(cell.source for cell in row.cells), is_below_steps, is_below


def _set_apart(sentence: str, *, is_said: bool) -> Iterator[str]:
    """Yield what a sentence sets apart whole; below a heading, what it says no more of."""
    if _LIMITED.search(masked(sentence)):
        return
    for start, end in code_spans(sentence):
        before = sentence[:start]
        name = sentence[start:end].strip("`")
        is_path = parse_citation(name) is not None or name.endswith("/")
        is_part = _ONE_WAY.search(before) or (_PART_OF.search(before) and not _WHOLE.search(before))
        is_told_of = not is_said and _TOLD.match(sentence, end)
        if not is_part and not is_told_of and (is_path or _NAME.fullmatch(name)):
            yield name.removesuffix("()").partition(":")[0] if is_path else name.removesuffix("()")


def _worked_on(sentence: str) -> Iterator[str]:
    """Yield the files that a sentence works on, and the name that it begins with: others may be its means."""
    for at, (start, end) in enumerate(code_spans(sentence)):
        name, before = sentence[start:end].strip("`").removesuffix("()"), sentence[:start]
        is_aside = before.count("(") > before.count(")")
        is_path = parse_citation(name) is not None
        if not is_aside and (is_path or not at) and not _LOOKED_AT.search(before):
            yield name


def _is_in(name: str, out: str) -> bool:
    """Tell whether a name is what is set apart, or inside it: a file of a folder, a member of a class."""
    path = name.partition(":")[0] if "/" in name or "." in name else name
    if "/" in out and out.endswith("/"):
        return path.startswith(out)
    return out in {name, path} or re.fullmatch(rf"{re.escape(out)}(?:\.|::|#)\w+", name) is not None
