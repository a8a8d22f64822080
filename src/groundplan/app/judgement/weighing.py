"""What the words of a document that follows no form surely claim: the rest is not held against it."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.app.judgement.asserted import asserts, may_be_meant_otherwise, places_a_name, works_on
from groundplan.app.judgement.carried_out import without_past
from groundplan.app.judgement.changed_names import lists_users, names_users, weigh_users
from groundplan.app.judgement.doubting import (
    WRITES_TESTS,
    doubt_all,
    is_named_again,
    is_on_several_lines,
    is_to_be_written,
)
from groundplan.app.judgement.near_files import by_folder, find_meant, is_elsewhere, is_misplaced, is_slip
from groundplan.code.languages import language_of
from groundplan.code.nearest import distance
from groundplan.code.test_paths import is_test
from groundplan.markdown.loose import find_loose_mentions
from groundplan.markdown.passages import Aim, sentence_at
from groundplan.plan.evidence import CitationState
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import MAKING, Intent
from groundplan.plan.statement import Topic, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.judgement.looking import Looking
    from groundplan.app.judgement.manner import Manner
    from groundplan.plan.document import Plan
    from groundplan.plan.evidence import Evidence, Seen
    from groundplan.plan.mention import Mention, Sayings
    from groundplan.plan.statement import Answer

_CLAIMING = frozenset({Intent.IN_TASK, Intent.MODIFIES, Intent.REMOVES})
_TICKED = late_regex(r"\s{0,20}[-*+]\s\[[xX]\]\s")
_REMOVING = late_regex(r"\b(?:delet|remov|drop)\w*", re.IGNORECASE)
_SAID_MISSING = late_regex(
    r"\b(?:(?:does|do|did)\s+not|doesn['’]t|don['’]t|no\s+longer|none|nothing)\s+(?:yet\s+)?exist|\bmissing\b|\bno\s+such\b|"
    r"\babsent\b|\bnot\s+(?:yet\s+)?(?:there|present|in\s+the\s+(?:repo\w*|code\w*|tree))\b",
    re.IGNORECASE,
)
# A file that a run makes or git leaves out may be there, and nobody here can see it.
_UNTRACKED = late_regex(
    r"\b(?:(?:auto-?)?generated|untracked|(?:git-?)?ignored|gitignored?|not\s+(?:checked\s+in|committed|tracked)|"
    r"build\s+(?:outputs?|artifacts?))\b",
    re.IGNORECASE,
)
_FAILS_TODAY = late_regex(r"\b(?:fails?|failing)\s+(?:today|now|before)\b", re.IGNORECASE)
_OR_ANOTHER = late_regex(r"`?\s+or\s+`")
_BECOMES = late_regex(r"(?:→|->|=>)\s*`?$")
_OR_ELSE = late_regex(r"`?\s+\(or\b")
# What something is added to is there.
_ADDED_TO = late_regex(
    r"\b(?:add|append|insert|writ|introduc|implement|defin|register|expos)\w*\b[^.;]*"
    r"\b(?:to|in|into|of|from|for|on|at|inside)\s+(?:the\s+)?`?$",
    re.IGNORECASE,
)
_IN = late_regex(r"\b(?:in|inside|within)\s+(?:the\s+file\s+)?`?$", re.IGNORECASE)
_REACH = 400  # letters before a path within which such words are


def weigh(code: Looking, evidence: Evidence, sayings: Sayings, text: str, manner: Manner) -> Evidence:
    """Return the evidence without what the words need not mean, or what was so before the plan was done."""
    is_done = manner.is_done
    intents = {mention.place: mention for mention in sayings.mentions}
    created = {mention.path for mention in sayings.mentions if mention.intent in MAKING}
    removed = {each.path for each in sayings.mentions if each.intent is Intent.REMOVES or _removes(each)}
    citations = tuple(
        _meant(code, seen, intents.get(seen.citation.place), sayings.created_words, text)
        or _weigh(code, seen, intents.get(seen.citation.place), sayings.made_words, created)
        for seen in evidence.citations
    )
    if not manner.is_strict:
        there = {
            posixpath.basename(each.citation.path)
            for each in citations
            if each.state is CitationState.EXISTS and "/" in each.citation.path
        }
        citations = tuple(_assured(code, seen, intents.get(seen.citation.place), there) for seen in citations)
    done = _ticked_lines(text)
    citations = tuple(
        without_past(seen, is_done=is_done) if is_done or seen.citation.path in removed else seen
        for seen in (_settled(each, done) for each in citations)
    )
    users = [
        weigh_users(code, each, sayings, text)
        for each in evidence.occurrences
        if each.change.verb and not is_done
    ]
    if not manner.is_strict:
        users = [each for each in users if names_users(code, each, sayings, text) or lists_users(each, text)]
    return replace(
        evidence,
        citations=citations,
        worked=(),
        pairs=(),
        occurrences=tuple(users),
        answers=doubt_all(code, evidence.answers, text, manner),
    )


def _settled(seen: Seen, done: frozenset[int]) -> Seen:
    """Return a citation, unclear where a ticked item works on what is not there any more."""
    is_gone = seen.state in {CitationState.MISSING, CitationState.MOVED}
    return (
        replace(seen, state=CitationState.UNCLEAR) if is_gone and seen.citation.place.line in done else seen
    )


def _ticked_lines(text: str) -> frozenset[int]:
    """Return the lines of ticked items: they tell what was done."""
    return frozenset(number for number, line in enumerate(text.split("\n"), 1) if _TICKED.match(line))


def weigh_own(code: Looking, evidence: Evidence, sayings: Sayings, plan: Plan) -> Evidence:
    """Return the evidence of a plan without what it says is not here, what it makes, and its own tests."""
    intents = {mention.place: mention for mention in sayings.mentions}
    text = "\n".join(document.text for document in plan.documents)
    made = (
        _made_paths(code, plan)
        if any(each.state is CitationState.MISSING for each in evidence.citations)
        else ()
    )
    citations = tuple(
        _weigh_own(code, seen, intents.get(seen.citation.place), made) for seen in evidence.citations
    )
    claimed = {each.subject for each in sayings.statements if each.said == Aim.CLAIMS}
    answers = tuple(
        replace(each, verdict=Verdict.UNKNOWN)
        if _is_own_test(each, text) or _is_own_name(each, plan, claimed) or _is_said_to_fail(each, plan)
        else each
        for each in evidence.answers
    )
    return replace(evidence, citations=citations, answers=answers)


def _made_paths(code: Looking, plan: Plan) -> tuple[str, ...]:
    """Return the files and folders that some sentence of a plan makes; one with lines is there already.

    A step that merely names a file may make it, unless that is a slip of the pen away from one that is here.
    """
    found = (mention for section in plan.sections for mention in find_loose_mentions(section))
    return tuple(
        {
            posixpath.normpath(each.path)
            for each in found
            if (each.intent is Intent.CREATES or (each.intent in MAKING and not is_slip(code, each.path)))
            and not _ADDED_TO.search(_around(each)[1][-_REACH:])
        }
    )


def _weigh_own(code: Looking, seen: Seen, mention: Mention | None, made: Sequence[str]) -> Seen:
    cited = seen.citation
    if seen.state is not CitationState.MISSING or mention is None or cited.first or cited.trouble:
        return seen
    path = posixpath.normpath(cited.path.replace("\\", "/"))
    if code.index.text(path) is None and any(path == each or path.startswith(f"{each}/") for each in made):
        return replace(seen, state=CitationState.PLANNED)
    if cited.path.endswith("/") and not {"/", "."} & set(path):
        return replace(seen, state=CitationState.UNCLEAR)  # `lib/` may be of any package, or made by a build
    is_own = is_test(path) and WRITES_TESTS.search(mention.words) is not None
    if cited.symbol and not is_own:
        return seen
    sentence, before, _ = _around(mention)
    is_said = says_missing(sentence) or (seen.was_there and _is_about_removing(sentence))
    is_here = seen.was_there or _is_in_folder(code, path) or is_elsewhere(code, path)
    # “Change `src/a.py`” is about code that is here; a file of another kind may be of anywhere.
    is_worked_on = mention.intent is Intent.IN_TASK and works_on(before) and bool(language_of(path, b""))
    is_foreign = mention.intent in {Intent.NAMES, Intent.IN_TASK} and not (is_here or is_worked_on)
    is_near = _is_slip_of_name(seen) if cited.symbol else is_slip(code, path)
    if (is_own or is_said or is_foreign) and not is_near:
        return replace(seen, state=CitationState.UNCLEAR)
    return seen


def _is_slip_of_name(seen: Seen) -> bool:
    """Tell whether a name is a slip of the pen away from one that is in the file."""
    name = seen.citation.symbol.rpartition(".")[2]
    others = (near.rpartition("::")[2].rpartition(".")[2] for near in seen.near)
    return bool(name) and any(distance(name, other, 1) <= 1 for other in others)


def _is_own_name(answer: Answer, plan: Plan, claimed: set[str]) -> bool:
    """Tell whether a name that is nowhere is one the plan describes: in several lines, in none as there.

    A section has those lines. Sections that name it once each only repeat it, and all of them are wrong.
    """
    said = answer.statement
    if answer.verdict is not Verdict.FALSE or said.topic is not Topic.NAME or said.subject in claimed:
        return False
    return not answer.near and any(is_on_several_lines(said.subject, part.body) for part in plan.sections)


def _is_own_test(answer: Answer, text: str) -> bool:
    if answer.verdict is not Verdict.FALSE or answer.statement.topic is not Topic.TEST:
        return False
    return is_named_again(answer, text) or (
        is_to_be_written(answer, text) and _is_among_written(answer, text)
    )


def _is_said_to_fail(answer: Answer, plan: Plan) -> bool:
    """Tell whether the line of a command says itself that it cannot pass yet."""
    said = answer.statement
    if answer.verdict is not Verdict.FALSE or said.topic not in {Topic.COMMAND, Topic.TEST}:
        return False
    text = next((each.text for each in plan.documents if each.path == said.place.document), "")
    line = (text.split("\n")[said.place.line - 1 :] or [""])[0]
    return _SAID_MISSING.search(line) is not None or _FAILS_TODAY.search(line) is not None


def _is_among_written(answer: Answer, text: str) -> bool:
    """Tell whether a line that writes tests names the one that is missing; a command alone writes none."""
    missing = re.findall(r"`([^`]+)`", answer.found)[-1:]
    command = answer.statement.text
    return any(
        name in line.replace(command, "") and WRITES_TESTS.search(line)
        for name in missing
        for line in text.split("\n")
    )


def _weigh(
    code: Looking, seen: Seen, mention: Mention | None, made: frozenset[str], created: set[str]
) -> Seen:
    is_other = seen.state is CitationState.MISSING and may_be_meant_otherwise(code, seen)
    if seen.state is CitationState.OUTSIDE or (mention is not None and is_other):
        return replace(seen, state=CitationState.UNCLEAR)
    if seen.state is not CitationState.MISSING or mention is None:
        return seen
    path = posixpath.normpath(seen.citation.path.replace("\\", "/"))
    bare = path.replace("../", "")
    if path != bare and code.index.text(bare) is not None:
        return replace(seen, state=CitationState.EXISTS)  # the link is counted from another folder
    if path + "/" == seen.citation.path and "." not in posixpath.basename(path):
        return replace(seen, state=CitationState.UNCLEAR)  # a folder may be of anywhere, and made by a run
    sentence, before, behind = _around(mention)
    is_open = _OR_ANOTHER.match(behind) or (mention.intent is Intent.TOUCHES and _OR_ELSE.match(behind))
    if says_missing(sentence) or is_open or _BECOMES.search(before[-_REACH:]):
        return replace(seen, state=CitationState.UNCLEAR)
    is_claim = mention.intent in _CLAIMING or seen.citation.first or seen.citation.symbol
    if seen.was_there:
        return seen if is_claim else replace(seen, state=CitationState.UNCLEAR)
    if code.index.text(path) is not None or seen.citation.trouble:
        return seen  # the file is there, what is cited of it is not
    # A file that is still to be made has no lines yet.
    is_made = not seen.citation.first and (
        mention.intent in MAKING
        or not made.isdisjoint((path, posixpath.basename(path), *_new_folders(code, path)))
    )
    is_placed = _is_placed(code, mention, path) and not _is_made_file(code, path, made)
    if is_placed or (not is_made and ((is_claim and _is_around(code, path)) or is_slip(code, path))):
        return seen
    is_worked_on = mention.intent in _CLAIMING or mention.intent is Intent.TOUCHES
    if is_worked_on and not is_made and is_elsewhere(code, path):
        return seen
    is_named = mention.intent in {Intent.NAMES, Intent.TOUCHES} and path not in created
    if is_named and is_misplaced(code, path, is_inside=_IN.search(before[-_REACH:]) is not None):
        return seen
    return replace(seen, state=CitationState.UNCLEAR)


def _assured(code: Looking, seen: Seen, mention: Mention | None, there: set[str]) -> Seen:
    """Return a citation, unclear where no word asserts what it cites; a slip of the pen needs no word.

    `there` are the names of the files that the document cites by paths which are right: another path to such
    a name is a short form.
    """
    path = posixpath.normpath(seen.citation.path.replace("\\", "/"))
    if seen.state is CitationState.MOVED and seen.moved_to.partition(":")[0].endswith(f"/{path}"):
        return replace(seen, state=CitationState.UNCLEAR)  # it may begin at a folder, as in a workspace
    if seen.state is not CitationState.MISSING or mention is None:
        return seen
    is_short = mention.is_file and posixpath.basename(path) in there and not _is_placed(code, mention, path)
    is_sure = not is_short and (
        asserts(seen, mention, _around(mention)[1])
        or _is_placed(code, mention, path)
        or is_slip(code, path)
        or seen.near == (find_meant(code, path),)
    )
    return seen if is_sure else replace(seen, state=CitationState.UNCLEAR)


def _meant(
    code: Looking, seen: Seen, mention: Mention | None, created: frozenset[str], text: str
) -> Seen | None:
    """Return a path as missing that means a file which is there: nearness says so, whatever the words do.

    What a step makes is new all the same, and what several lines name is meant as it is.
    """
    gone = {CitationState.MISSING, CitationState.PLANNED, CitationState.UNCLEAR}
    if seen.state not in gone or mention is None or mention.intent is Intent.CREATES or seen.citation.symbol:
        return None
    sentence, before, _ = _around(mention)
    if says_missing(sentence) or _BECOMES.search(before[-_REACH:]):
        return None
    path = posixpath.normpath(seen.citation.path.replace("\\", "/"))
    if seen.citation.first and _is_below_here(code, path) and not may_be_meant_otherwise(code, seen):
        return replace(seen, state=CitationState.MISSING, reason="no such file")
    folders = _new_folders(code, path)
    if any(text.count(f"{each}/") > 1 for each in folders):
        return None  # several files of a folder that is not there are new with it
    if not created.isdisjoint((path, posixpath.basename(path), *folders)) or text.count(path) > 1:
        return None
    if code.index.text(path) is not None or may_be_meant_otherwise(code, seen):
        return None
    meant = find_meant(code, path)
    return replace(seen, state=CitationState.MISSING, near=(meant,), reason="no such file") if meant else None


def _is_below_here(code: Looking, path: str) -> bool:
    """Tell whether a path that is not there begins with a folder of the root."""
    top = f"{path.partition('/')[0]}/"
    is_file = "/" in path and code.index.text(path) is None
    return is_file and any(each.startswith(top) for each in code.index.paths())


def _is_made_file(code: Looking, path: str, made: frozenset[str]) -> bool:
    """Tell whether a step makes a file; its bare name says so only where no other file has that name."""
    name = posixpath.basename(path)
    is_known = any(posixpath.basename(each) == name for each in code.index.paths())
    return path in made or (name in made and not is_known)


def _is_placed(code: Looking, mention: Mention, path: str) -> bool:
    if not mention.is_file or mention.intent in MAKING:
        return False
    _, before, behind = _around(mention)
    return places_a_name(code, before, behind, path)


def _removes(mention: Mention) -> bool:
    """Tell whether the words around a file are about removing something: it may be the file."""
    return _is_about_removing(mention.words)


@lru_cache(maxsize=8)  # a paragraph may name a thousand files
def _is_about_removing(words: str) -> bool:
    return _REMOVING.search(words) is not None


@lru_cache(maxsize=8)
def says_missing(sentence: str) -> bool:
    """Tell whether a sentence says of what it names that it is missing, generated or left out by git."""
    return _SAID_MISSING.search(sentence) is not None or _UNTRACKED.search(sentence) is not None


def _around(mention: Mention) -> tuple[str, str, str]:
    """Return the sentence that a citation is in, its words up to the citation, and those behind."""
    return _around_first(mention.words, mention.citation.text)


@lru_cache(maxsize=8)
def _around_first(words: str, text: str) -> tuple[str, str, str]:
    at = max(0, words.find(text))
    start, stop = sentence_at(words, at)
    return words[start:stop], words[start:at], words[at + len(text) : stop]


def _new_folders(code: Looking, path: str) -> list[str]:
    """Return the folders of a path that are not there; a top one is a word of any sentence."""
    parts = path.split("/")
    folders = ("/".join(parts[:end]) for end in range(2, len(parts)))
    return [each for each in folders if not any(there.startswith(f"{each}/") for there in code.index.paths())]


def _is_around(code: Looking, path: str) -> bool:
    """Tell whether a path leads into a folder of this repository; a mere name may be a file of anywhere."""
    folder = f"/{posixpath.dirname(path)}"
    return folder != "/" and any(f"/{each}".endswith(folder) for each in by_folder(code.index.paths()))


def _is_in_folder(code: Looking, path: str) -> bool:
    """Tell whether a path leads into a folder of the root; `static/a.css` may be of somebody's own site."""
    folder = posixpath.dirname(path)
    return bool(folder) and any(each.startswith(f"{folder}/") for each in code.index.paths())
