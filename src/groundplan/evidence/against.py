"""What a project has said against a goal: documents that refuse it, tests of the opposite, reverted work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.evidence.asked import FEWEST_WORDS, root, title_words
from groundplan.evidence.described import describe_code, roots_of
from groundplan.evidence.documents import cut_sections, is_document
from groundplan.evidence.landed import find_reverted
from groundplan.evidence.weighing import Weighing
from groundplan.plan.dataclass import dataclass
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.plan.late_regex import late_regex
from groundplan.wording.terms import GRAMMAR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.asked import Ask
    from groundplan.evidence.documents import Section
    from groundplan.evidence.subject import Subject

MOST = 3
MOST_READ = 60  # documents, and test files
LONGEST = 400  # letters of a sentence
LEAST_SAID = 0.9  # of what is asked for, by weight, in the sentence that refuses it
LEAST_OF_REFUSED = 0.4  # of the words of what is refused that are the goal's
_WHY_NOT = late_regex(
    r"^(?:why (?:not|no|don't|doesn't|isn't|we don't|(?:does|do|is) \w+ not)|no|not) "
    r"(?:use |using |an? )?(.+?)\W*$",
    re.IGNORECASE,
)
_QUESTION = late_regex(r"^(?:does|do|can|could|will|is|are|should|why)\b.*\?\s*$", re.IGNORECASE)
_NO = late_regex(r"^\W*(?:no|nope|not (?:currently|yet|really|directly))\b", re.IGNORECASE)
# A refusal by the project; `was not supported` is over, and what only holds under a condition is none.
_REFUSES = late_regex(
    r"\b(?:(?P<passive>(?:is|are) (?:deliberately |intentionally |explicitly |currently )?"
    r"not (?:supported|planned|accepted|allowed"
    r"|provided|included|available)|(?:is|are) out of scope|no longer (?:exists?|supported|needed))"
    r"|(?:do|does|will|would)(?: not|n't) (?:and will not )?"
    r"(?:support|accept|include|provide|have|add|implement|ship"
    r"|bundle|offer|plan|merge|take|use|allow|want)\w*"
    r"|won't (?:support|accept|include|provide|have|add|implement|ship|be \w+)"
    r"|will (?:never|not) (?:be (?:added|supported"
    r"|implemented|accepted|merged)|have|support|add|accept|include|provide|ship)"
    r"|non-goals?|no plans? (?:to|for)|has no (?:form of )?|have no |unsupported|not bundled"
    r"|(?:must|should) (?:not|never) (?:be )?(?:us|add|introduc)\w+"
    r"|(?:never|do not|don't) (?:add|use|introduce)|rejected)",
    re.IGNORECASE,
)
_DEPENDS = late_regex(
    r"\b(?:if|when|unless|until|while|before|after|once|because|without|since|so|therefore|instead of|was"
    r"|were|yet"
    r"|version|windows|browsers?|node|note that)\b",
    re.IGNORECASE,
)
_CLAUSE = late_regex(r",| and will| but |;| or will|\. ")
_SENTENCE = late_regex(r"(?<=[.!?])\s+(?=[\"'“*_`A-Z(])")
_MARKUP = late_regex(r"\*\*|__|``?|\[([^\]]*)\]\([^)]*\)|:\w+:`([^`]*)`")
_STATUS = late_regex(
    r"^\W*(?:\*\*)?status(?:\*\*)?\W*\s*(?:\*\*)?(rejected|declined|withdrawn)", re.IGNORECASE
)
_PREFIXES = ("in", "un", "im", "ir", "non", "dis", "de")
_PAIRS = (
    ("sync", "async"),
    ("synchronous", "asynchronous"),
    ("mutable", "immutable"),
    ("sensitive", "insensitive"),
    ("strict", "lenient"),
    ("optional", "required"),
    ("enable", "disable"),
    ("ordered", "unordered"),
    ("include", "exclude"),
)
_WORD = re.compile(r"[A-Za-z]+")
_NEGATED = re.compile(
    r"\b(?:(?:do|does|will|is|are|must|should) ?(?:not|n't)|never|no longer|doesn't|won't)\s+"
    r"(?:\w+\s+){0,1}?(\w+)",
    re.IGNORECASE,
)
FEWEST_BESIDE = 2  # other words of the goal in a sentence with an opposite


class Opposites:
    """The opposites of the words of what a goal asks for."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        # `Show hidden files` begins with what it asks for, `Make keys case-sensitive` does not.
        self._verb = root(next(iter(_WORD.findall(ask.title)), "").lower())
        self._of = {each: word.lower() for _, word in ask.words for each in _opposites(word.lower())}

    @property
    def words(self) -> tuple[str, ...]:
        """Return the opposites."""
        return tuple(self._of)

    def is_in(self, text: str, *, alone: bool = False) -> bool:
        """Tell whether a text has the opposite of a word, beside what the goal says it of unless `alone`."""
        words = [word.lower() for word in _WORD.findall(text)]
        for at, word in enumerate(words):
            own = self._of.get(word)
            if own is None or own in words:
                continue
            before = self._before(own)
            beside = roots_of(text) & (self._ask.roots - {root(own)})
            if before and at and words[at - 1] == before and (alone or beside - {root(before)}):
                return True
        return False

    def is_negated(self, text: str, *, alone: bool = False) -> bool:
        """Tell whether a text has all that is asked for, with a `not` before the verb.

        With `alone` it must say it of nothing narrower, as `does not retry a missing build` does.
        """
        if "default" in text.lower() and root("default") not in self._ask.roots:
            return False  # what is not so by default may be asked for
        if not self._ask.roots <= roots_of(text) or len(self._ask.roots) < FEWEST_BESIDE:
            return False
        return any(
            root(match[1].lower()) == self._verb and not (alone and self._narrows(text[match.end() :]))
            for match in _NEGATED.finditer(text)
        )

    def _narrows(self, rest: str) -> bool:
        words = (word.lower() for word in _WORD.findall(rest))
        return any(word not in GRAMMAR and root(word) not in self._ask.roots for word in words)

    def _before(self, word: str) -> str:
        """Return the word right before one in the goal: `case` of `case-sensitive`."""
        said = [each.lower() for each in _WORD.findall(self._ask.title)]
        at = said.index(word) if word in said else 0
        before = said[at - 1] if at else ""
        return "" if before in GRAMMAR else before  # `be paused` is not said of anything


@dataclass(frozen=True, slots=True)
class _Objection:
    path: str
    first: int
    last: int
    quote: str
    match: str  # how it objects: `heading`, `answer`, `sentence`, `negation`, `opposite`, `status`, `test`
    heading: str = ""


def find_against(subject: Subject) -> Iterator[Fact]:
    """Return what the project says against the goal; nothing where no sentence, test or revert is sure to."""
    ask = subject.ask
    if ask is not None and not ask.names:
        weighing = Weighing(subject, ask.title, ask.head)
        opposites = Opposites(ask)
        found = [*_in_documents(subject, weighing, opposites), *_in_comments(subject, weighing, opposites)]
        found += _in_tests(subject, opposites, is_said=bool(found))
        yield from (_fact(subject, each, weighing) for each in found[:MOST])
    words = title_words(subject.text)
    if len(words) >= FEWEST_WORDS:
        yield from find_reverted(subject, Weighing(subject, subject.text, words))


def _in_documents(subject: Subject, weighing: Weighing, opposites: Opposites) -> Iterator[_Objection]:
    contrary = [path for word in opposites.words for path in subject.index.files_with(word)]
    paths = dict.fromkeys((*contrary, *weighing.likely(subject, len(subject.index.paths()))))
    likely = [each for each in paths if is_document(each) and each not in subject.own_plans]
    for path in likely[:MOST_READ]:
        text = (subject.index.text(path) or b"").decode("utf-8", "replace")
        sections = cut_sections(path, text)
        headed = (_by_heading(path, each, weighing) for each in sections)
        said = (_by_sentence(path, each, weighing, opposites) for each in sections)
        yield from [each for each in (*headed, *said) if each][:1]


def _by_heading(path: str, section: Section, weighing: Weighing) -> _Objection | None:
    heading = _bare(section.heading).strip()
    if not heading or weighing.share(roots_of(heading)) < LEAST_SAID:
        return None
    why_not = _WHY_NOT.match(heading)
    if why_not and sum(map(weighing.has, roots_of(why_not[1]))) * 2 >= len(why_not[1].split()):
        return _Objection(path, section.first, section.first, heading, "heading", heading)
    body = [
        (number, line)
        for number, line in enumerate(section.lines[1:], section.first + 1)
        if line.strip(" =-~\n")
    ]
    if body and _QUESTION.match(heading) and _NO.match(body[0][1]):
        number, line = body[0]
        return _Objection(path, number, number, line.strip(), "answer", heading)
    for number, line in body[:6]:
        if _STATUS.match(line):
            return _Objection(path, number, number, line.strip(), "status", heading)
    return None


def _by_sentence(path: str, section: Section, weighing: Weighing, opposites: Opposites) -> _Objection | None:
    for number, sentence in _sentences(section):
        plain = _bare(sentence)
        if opposites.is_in(plain):
            return _Objection(path, number, number, sentence, "opposite", section.heading)
        if _DEPENDS.search(plain) or weighing.share(roots_of(plain)) < LEAST_SAID:
            continue
        if _refuses(plain, weighing):
            return _Objection(path, number, number, sentence, "sentence", section.heading)
        if opposites.is_negated(plain):
            return _Objection(path, number, number, sentence, "negation", section.heading)
    return None


def _refuses(sentence: str, weighing: Weighing) -> bool:
    """Tell whether a sentence refuses what is asked for: its object, or its subject in the passive."""
    if len(weighing.words) < FEWEST_WORDS:
        return False
    for refusal in _REFUSES.finditer(sentence):
        before, after = sentence[: refusal.start()], _CLAUSE.split(sentence[refusal.end() :])[0]
        refused = before if refusal["passive"] else after
        words = {root(word) for word in re.findall(r"[a-z]{2,}", refused.lower()) if word not in GRAMMAR}
        own = sum(map(weighing.has, words))
        said = roots_of(refused if refusal["passive"] else f"{refusal[0]} {refused}")
        # `Custom completions written in Bash are not supported` refuses no completion but those.
        if weighing.share(said) >= LEAST_SAID and own >= LEAST_OF_REFUSED * len(words):
            return True
    return False


def _sentences(section: Section) -> Iterator[tuple[int, str]]:
    """Return the sentences of a section with the line each begins on; code blocks are left out."""
    start, said, fenced = section.first, "", False
    for number, line in enumerate((*section.lines, ""), section.first):
        bare = line.strip()
        if bare.startswith(("```", "~~~")):
            fenced = not fenced
            bare = ""
        if fenced:
            continue
        if not bare or bare.startswith(("- ", "* ", "| ", "#", "> ")):
            yield from ((start, each[:LONGEST]) for each in _SENTENCE.split(said) if each)
            start, said = number, bare.lstrip("-|#> ").removeprefix("* ")
        else:
            start, said = (start, f"{said} {bare}") if said else (number, bare)


def _bare(text: str) -> str:
    return _MARKUP.sub(lambda match: match[1] or match[2] or "", text)


def _in_comments(subject: Subject, weighing: Weighing, opposites: Opposites) -> Iterator[_Objection]:
    """Return the first definition whose comment promises the opposite of the goal."""
    for path in weighing.likely(subject, MOST_READ):
        for each in describe_code(subject, path):
            if opposites.is_in(each.text) or opposites.is_negated(each.text):
                yield _Objection(
                    path, each.line, each.line, " ".join(each.text.split()), "opposite", each.name
                )
                return


def _in_tests(subject: Subject, opposites: Opposites, *, is_said: bool) -> Iterator[_Objection]:
    """Return a test named for the opposite of the goal; less is enough where a document says it, too."""
    paths = [each for each in subject.index.paths() if is_test(each)]
    for path in paths:
        for each in subject.definitions(path):
            words = " ".join(re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", each.name))
            if each.name.lower().startswith("test") and (
                opposites.is_in(words, alone=is_said) or opposites.is_negated(words, alone=True)
            ):
                yield _Objection(path, each.line, each.line, each.name, "test")
                return


def _fact(subject: Subject, each: _Objection, weighing: Weighing) -> Fact:
    documents = sum(map(is_document, subject.index.paths()))
    how = How.SYNTAX if each.match == "test" else How.DOCUMENT
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION),), (("documents", documents),))
    place = CodePlace(each.path, each.first, each.last, each.heading, _bare(each.quote)[:LONGEST])
    values = (("match", each.match), ("words", weighing.spelled))
    return Fact(FactKind.AGAINST, each.heading or each.quote, Provenance(how), coverage, (place,), 1, values)


def _opposites(word: str) -> set[str]:
    found = {f"{prefix}{word}" for prefix in _PREFIXES}
    found |= {word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix) and len(word) > 7}
    for one, other in _PAIRS:
        found |= {other} if word == one else {one} if word == other else set()
    return found
