"""Which words cannot be the answer to a question: a way out, a call for help, a scope, an objection."""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.answers.choices import (
    asks_yes_or_no,
    choice_meant,
    choices_meant,
    content_words,
    is_assent,
    is_refusal,
    takes_recommended,
)
from groundplan.planner.answers.understanding import understand, without_scope

if TYPE_CHECKING:
    from groundplan.planner.question import Question

CRITERION = "criterion"  # subject of the question how success is measured
PLACE = "place"  # subject of the question where the change goes
OTHER = "other"  # how the choice is named that wants to be filled in
_AROUND = " .,;\"'`"
_LEAVES = late_regex(r":?(?:q|quit|exit|x|wq|bye|logout)(?:!|\(\))?", re.IGNORECASE)
_ASKS = late_regex(
    r"[?]{1,3}|:?help|:h|(?:but )?why(?: not)?|what|huh|how|explain(?: (?:it|this|that))?"
    r"|help me(?: please)?|what (?:do you mean|(?:does|is) (?:it|this|that)(?: mean)?|are the choices)"
    r"|i (?:do not|don['’]?t) (?:understand|get it)(?: (?:it|this|that))?",
    re.IGNORECASE,
)
_UNKNOWN = late_regex(
    r"idk|dunno|(?:i )?(?:do not|don['’]?t|can['’]?t|cannot) (?:know|say|tell)(?: yet)?"
    r"|(?:i(?:['’]m| am) )?(?:not sure|unsure)(?: yet)?|(?:i have )?no (?:idea|clue)(?: yet)?"
    r"|(?:still )?(?:unknown|unclear|undecided)|not (?:known|decided|clear)(?: yet)?|tb[ad]"
    r"|to be (?:decided|defined|determined)|we(?:['’]ll| will) see",
    re.IGNORECASE,
)
# One row of a keyboard, one letter or sound again and again, signs alone.
_MASHED = late_regex(
    r"(?:asdf|qwert|zxcv|sdf|dfg|jkl)[a-z;]{0,40}|(?:bla+h*[ ,]*){1,20}|(?!www)([a-z])\1{2,40}|[^\w]{1,40}",
    re.IGNORECASE,
)
_LABEL_ALONE = late_regex(
    r"(?:option |choice |number |no\. |#)?[(\[]?(?:[a-z]|\d{1,3})[)\].]?", re.IGNORECASE
)
_PATH = late_regex(r"`?(?:\./)?[\w@+-][\w.@+-]{0,80}(?:/[\w.@+-]{1,80}){0,20}(?:::[\w.]{1,120})?/?`?")
_BEFORE_PATH = late_regex(
    r"^(?:(?:only|just) )?(?:in|into|inside|under|within|at|to)(?: the (?:file|folder))? ", re.IGNORECASE
)
_BETWEEN_PATHS = late_regex(r",? and |, ", re.IGNORECASE)
_NEW = late_regex(r"\bnew\b|\broot\b|\beverywhere\b|\bcreate\b", re.IGNORECASE)
_WRONG = late_regex(
    r"\b(?:wrong (?:place|file|function|module|class|spot|one|way|direction|code)|not the right \w{1,20}"
    r"|(?:this|that|it)(?: is|['’]s) (?:all )?(?:wrong|nonsense|not what i \w{1,20}|not it)"
    r"|not what i (?:want|wanted|mean|meant|asked(?: for)?)"
    r"|you (?:misunderst(?:and|ood)|got (?:it|this|that) wrong)"
    r"|i (?:disagree|object|don['’]?t agree|do not agree))\b",
    re.IGNORECASE,
)
_BELONGS = late_regex(
    r"\b(?:(?:belongs?|goes|go|lives?|(?:should|must|has to) (?:go|be|live))"
    r"|(?:put|move|do|change|make|add|fix) (?:it|this|that)) (?:in|into|to|under|inside|at)\b"
    r"|^(?:no[,:;]? )?(?:the |its )?(?:right |only |real )?place (?:is|should be|would be)\b",
    re.IGNORECASE,
)
# `src/a.py belongs to it, too`: beside the other places; `too slow` adds none.
_ADDS = late_regex(
    r"(?<![\w./-])(?:(?:also|as well|additionally|in addition)(?![\w./-]| as\b)|too(?=\s*(?:$|[.,;:!])))"
    # `and src/b.py`; `and then put it into src/b.py` may go on with anything
    r"|^(?:and|plus|[+&])(?=\s+(?:in(?:to)?\s+)?[`\w./:()-]{2,200}(?:\s+and\s+[`\w./:()-]{2,200})?\s*[.!]?$)"
    r"|^(?:please )?include\b|\b(?:do not|don['’]?t) forget\b|\bneeds? the same\b"
    r"|\b(?:belongs? to|(?:is|are) part of) (?:it|this|that|the change)\b",
    re.IGNORECASE,
)
# `not main.py`, `rather than main.py`: what is named there is no place.
_NOT_THERE = late_regex(
    r"\b(?:not|rather than|instead of|out of|leave)\s+(?:in |into |to |under )?[`\w./:()-]+", re.IGNORECASE
)
# `Signer.unsign is wrong`, `src/a.py is not the place`
_WRONG_THERE = late_regex(
    r"^(?:no[,:;]? )?[`\w./:()-]{2,200} (?:is|was)"
    r"(?: (?:all |the )?wrong\b| not (?:it|right|the (?:right )?\w{1,20})\b|n['’]t it\b)",
    re.IGNORECASE,
)
# `drop src/a.py`, `forget Signer.unsign`: of a place that was named before
_TAKEN_BACK = late_regex(
    r"^(?:please )?(?:drop|forget|skip|without|never ?mind|leave out) [`\w./:()-]{2,200}[.!]?$", re.IGNORECASE
)
# A sentence that says what somebody else could see answers the question, whatever else it holds.
_MEASURES = late_regex(
    r"\b(?:done|tests?|tested|pass(?:es)?|fails?|measured?|benchmarks?|prints?|shows?|returns?|answers?"
    r"|responds?|works?|seconds?|ms|minutes?|percent|at (?:most|least)|(?:less|more|fewer) than|no longer"
    r"|when|once|until|succeeds?|raises?|exits?|is|are|has|have|gets|can|cannot|does|stays|takes|appears?)\b|%",
    re.IGNORECASE,
)
# What is only good or fast, nobody else can see; a figure, a command or a test makes it one.
_VAGUE = late_regex(
    r"\b(?:fast(?:er)?|quick(?:er)?|good|better|nicer?|clean(?:er)?|happy|robust|eas(?:y|ier)|usable|stable|fine"
    r"|right|well|properly|correctly|as expected|readable|maintainable)\b"
    r"|^(?:it |this |that )?(?:just )?works?[.!]?$",
    re.IGNORECASE,
)
_CHECKED = late_regex(
    r"`[^`]+`|\d\s?(?:%|ms|s\b|x\b|times|seconds?|minutes?|[KMG]B)|\b(?:tests?|pass(?:es)?|fails?)\b",
    re.IGNORECASE,
)
# A noun alone, that it works, that the work has ended: nobody can see from these that the goal is met.
_BARE = late_regex(
    r"(?:(?:the|a|an|some|more|all|our|its|my|new|unit|integration|good) ){0,4}"
    r"(?:tests?|testing|test suite|benchmarks?|measures?|checks?|ci)"
    r"|(?:(?:when|once|if|that) )?(?:it|this|that|everything|all)? ?"
    r"(?:should|must|will|has to|needs to|just|simply|all|finally| ){0,4} ?works?(?: again| now| somehow)?"
    r"|(?:(?:it|this|that)(?: is|['’]s) )?(?:done|finished|ready|complete)? ?"
    r"(?:(?:when|once|after|as soon as) )?(?:(?:the|this|that|my|our|all|everything|it|code|changes?|work"
    r"|branch|pr|pull request|feature|fix|plan|tasks?|steps?) ?){1,4}"
    r"(?:is|are|['’]s|was|gets|has been|have been) (?:all )?(?:merged|done|finished|ready|completed?"
    r"|released|shipped|deployed|reviewed|approved|committed|pushed|written|implemented|in|in main|good)",
    re.IGNORECASE,
)
_COMMAND = late_regex(r"`[\w./-]{2,60} [^`\n]{1,200}`")  # somebody else can run it
# What somebody else can see without a verb for it: an exception, a value, a message, a count.
_CONCRETE = late_regex(
    r"(?-i:\b[A-Z]\w{2,80}(?:Error|Exception|Warning|Fault)\b)"
    r"|`[^`\n]{1,200}`|\"[^\"\n]{2,200}\"|“[^”\n]{2,200}”|\b\d+(?:\.\d+)?\b|\w\(\)|(?<!\w)[=!<>]=(?!\w)",
    re.IGNORECASE,
)
_DONE = late_regex(r"\b(?:done|when|once|until|tests?|pass(?:es)?)\b", re.IGNORECASE)
# In what is left out, these are of another clause: `the tests pass and the CLI stays out of scope`.
_SHOWN = late_regex(
    r"\b(?:done|when|once|until|pass(?:es)?|fails?|prints?|shows?|returns?|answers?|responds?|raises?|exits?"
    r"|works?|succeeds?)\b",
    re.IGNORECASE,
)
_SENTENCE_PARTS = late_regex(r"(?<=[.!;,])\s+|\n")
_SENTENCE_END = late_regex(r"(?<=[.!;])\s+|\n")


# A command names files, too; `make` and `go` begin sentences as well.
_RUNS = late_regex(r"[`$ ]*(?:python[\d.]*|pytest|np[mx]|node|cargo|bundle|mvn|tox|uv|ruby|php) [\w./-]")


class Unfit(enum.StrEnum):
    """Why words are not the answer."""

    LEAVES = "leaves"
    ASKS = "asks"
    UNKNOWN = "unknown"
    EMPTY = "empty"
    NO_CHOICE = "no choice"
    REFUSES = "refuses"
    NAMES_NONE = "names none"
    SCOPE = "scope"
    PLACE = "place"
    DROPS = "drops"
    OBJECTS = "objects"
    UNMEASURED = "unmeasured"

    @property
    def is_said(self) -> bool:
        """Whether the words say something about the plan, so that they are recorded."""
        return self not in {Unfit.LEAVES, Unfit.ASKS, Unfit.EMPTY, Unfit.NO_CHOICE}

    @property
    def is_heard(self) -> bool:
        """Whether the planner can act on them although they answer nothing."""
        return self in {Unfit.SCOPE, Unfit.PLACE, Unfit.DROPS}


@dataclass(frozen=True, slots=True)
class Misfit:
    """Words that do not answer the question they were typed at, and what they were understood as."""

    kind: Unfit
    message: str
    hint: str


def find_misfit(question: Question, text: str, files: tuple[str, ...] | None = None) -> Misfit | None:
    """Return why these words cannot be the answer, or None where they can.

    `files` are those that the words name; None: there is no code to look in.
    """
    said = " ".join(text.split())
    bare = said.strip(_AROUND)
    if bare and not question.choices and bare.casefold() == question.recommended.strip(_AROUND).casefold():
        return None  # what is recommended is an answer, whatever it looks like
    wish = leaves_or_asks(said)
    if wish is not None:
        return Misfit(wish, f"{_told(said)} is not an answer", "If it is meant as one, say it in a sentence")
    return (
        _says_nothing(question, said, bare)
        or _chooses_nothing(question, said, bare)
        or (_is_beside(question, said, files or ()) if question.subject == CRITERION else None)
        or (
            _is_nowhere(question, said, files)
            if question.subject == PLACE
            else _is_place(question, said, files or ())
        )
    )


def adds_place(text: str) -> bool:
    """Tell whether words name a place beside others, and not in their stead."""
    return _ADDS.search(text) is not None and not objects_to_place(text)


def names_place(text: str, files: tuple[str, ...]) -> bool:
    """Tell whether words that were not asked for it say where the change goes."""
    said = " ".join(text.split())
    return bool(files) and (objects_to_place(said) or bool(_BELONGS.search(said)) or _is_path(said, files))


def objects_to_place(text: str) -> bool:
    """Tell whether words say that the place is wrong."""
    return _WRONG.search(text) is not None


def without_denied(text: str) -> str:
    """Return words without the places that they rule out."""
    rest = (each for each in _SENTENCE_PARTS.split(text) if not denies_place(each))
    return _NOT_THERE.sub(" ", " ".join(rest))


def denies_place(text: str) -> bool:
    """Tell whether words say of a place that it is none: `Signer.unsign is wrong`, `drop src/a.py`."""
    said = " ".join(text.split())
    return bool(_WRONG_THERE.search(said) or _TAKEN_BACK.search(said))


def _is_place(question: Question, said: str, files: tuple[str, ...]) -> Misfit | None:
    if not question.subject or choice_meant(question, said) or not names_place(said, files):
        return None
    return _placed(said, files)


def _placed(said: str, files: tuple[str, ...]) -> Misfit:
    which = "one more place" if adds_place(said) else "the place"
    return _kept(Unfit.PLACE, f"Understood as {which} to change: {', '.join(files)}")


def _is_nowhere(question: Question, said: str, files: tuple[str, ...] | None) -> Misfit | None:
    """Return that words which should say a place name no file, folder or choice, or run what they name."""
    if _RUNS.match(said):
        return _kept(Unfit.UNMEASURED, f"{_told(said)} is a command: it says how, not where")
    if files is None or files or choice_meant(question, said) or _NEW.search(said):
        return None
    if _is_open(question, said, said.strip(_AROUND)):
        return None
    if choices_meant(question, said):
        return None
    return _kept(
        Unfit.NAMES_NONE, f"{_told(said.strip(_AROUND))} names no file, folder or symbol that is here"
    )


def _says_nothing(question: Question, said: str, bare: str) -> Misfit | None:
    """Return what words are that leave a question as open as it was."""
    if any(bare.casefold() == each.text.casefold() for each in question.choices):
        return None
    if _is_open(question, said, bare):
        return None
    if _UNKNOWN.fullmatch(bare):
        return Misfit(
            Unfit.UNKNOWN,
            f"{_told(said)}: not known yet",
            "Answer it as soon as you know; the plan can be written on meanwhile",
        )
    if _MASHED.fullmatch(bare or said):
        return Misfit(Unfit.EMPTY, f"{_told(said)} says nothing", "Answer it in a sentence")
    return None


def _is_open(question: Question, said: str, bare: str) -> bool:
    """Tell whether nobody knows the place yet: its candidates stay, and the plan goes on."""
    is_unsure = understand(None, said).is_unsure or _UNKNOWN.fullmatch(bare) is not None
    return question.subject == PLACE and is_unsure


def leaves_or_asks(text: str) -> Unfit | None:
    """Tell whether words end the talk or ask for an explanation; None: neither."""
    bare = " ".join(text.split()).strip(_AROUND)
    if _LEAVES.fullmatch(bare):
        return Unfit.LEAVES
    return Unfit.ASKS if _ASKS.fullmatch(bare.rstrip("?!") or bare) else None


def _chooses_nothing(question: Question, said: str, bare: str) -> Misfit | None:
    """Return what is wrong with words that point at a choice and take none, or refuse what is recommended."""
    taken = choice_meant(question, said)
    other = question.choice(OTHER)
    if other is not None and taken in {"", OTHER} and _adds_nothing(said, other.text):
        return Misfit(Unfit.NAMES_NONE, f"{_told(said)} names none", "Name them instead, in your own words")
    if taken:
        return None
    if not question.recommended and _points_at_nothing(question, said):
        message = f"{_told(said)} names nothing: no answer is recommended"
        return Misfit(Unfit.EMPTY, message, "Answer it in your own words")
    if is_refusal(bare) and asks_yes_or_no(question):
        return None
    if is_refusal(bare) and (question.choices or question.recommended or question.subject == CRITERION):
        return Misfit(Unfit.REFUSES, f"{_told(said)} does not say what instead", "Say what you want instead")
    if not (question.choices or question.recommended):
        return None
    offered = len(question.choices) or 1
    if _LABEL_ALONE.fullmatch(bare) and not (offered == 1 and bare in {"1", "a", "y"}):
        told = "only one is offered" if offered == 1 else f"{offered} are offered"
        message = f"There is no choice {_told(said)}: {told}"
        return Misfit(Unfit.NO_CHOICE, message, "Take one, or say it in your own words")
    return None


def _points_at_nothing(question: Question, said: str) -> bool:
    """Tell whether words only take what is recommended; `yes` may answer what asks for no measure."""
    if not (question.subject or question.choices):
        return False  # words that people and agents write themselves may hold the recommendation
    return takes_recommended(said) or (question.subject == CRITERION and is_assent(said))


def _adds_nothing(said: str, offered: str) -> bool:
    """Tell whether words only repeat a choice that wants to be filled in: `2`, `no: others`."""
    words = content_words(said) - content_words(offered) - {"no", "not", "other", "wrong"}
    return not any(len(each) > 2 for each in words)


def _is_beside(question: Question, said: str, files: tuple[str, ...]) -> Misfit | None:
    """Return what words are that measure nothing: a scope, a place, an objection."""
    sentences = [each for each in _SENTENCE_END.split(said) if each.strip(" .!;")]
    if any(_is_measure(each) and not _shows_nothing(each) for each in sentences) or not sentences:
        return None
    understood = understand(None, said)
    if understood.out_of_scope and all(understand(None, each).out_of_scope for each in sentences):
        named = ", ".join(understood.out_of_scope)
        return _kept(Unfit.SCOPE, f"Understood as out of scope: {named}")
    if _is_path(said, files):
        if not files:
            return _kept(Unfit.NAMES_NONE, f"`{said.strip('`')}` is not in this repository")
        return _placed(said, files)
    if understood.dropped and len(sentences) == 1:
        named = ", ".join(understood.dropped)
        return _kept(Unfit.DROPS, f"Understood as dropping {named}")
    if names_place(said, files):
        return _placed(said, files)
    if _WRONG.search(sentences[0]) or _BELONGS.search(sentences[0]) or denies_place(sentences[0]):
        return _kept(Unfit.OBJECTS, "It names no file, folder or symbol that is here")
    is_taken = takes_recommended(said) or is_assent(said) or _LABEL_ALONE.fullmatch(said.strip(_AROUND))
    is_seen = any(_CONCRETE.search(each) and not _is_vague(each) for each in sentences)
    if (question.recommended and is_taken) or is_seen:
        return None  # what is recommended, or what was said of it before; or what can be seen
    return _kept(Unfit.UNMEASURED, "No test, command, exception, value or count was found in it")


def _is_measure(sentence: str) -> bool:
    # `that's the wrong place` says what is wrong with the plan, not when the work is done.
    objects = (_WRONG.search(sentence) or _BELONGS.search(sentence)) and not _DONE.search(sentence)
    measures = _MEASURES.search(sentence) or _COMMAND.search(sentence)
    return bool(measures) and not (_is_vague(sentence) or objects or _only_leaves_out(sentence))


def _is_vague(sentence: str) -> bool:
    return bool(_VAGUE.search(sentence.strip())) and not _CHECKED.search(sentence)


def _shows_nothing(sentence: str) -> bool:
    """Tell whether a sentence is a bare noun, says only that work ends, or denies a place."""
    denies = denies_place(sentence) and not _DONE.search(sentence)
    return denies or bool(_BARE.fullmatch(sentence.strip(_AROUND + "!")))


def _only_leaves_out(sentence: str) -> bool:
    """Tell whether all that a sentence says is what stays out of scope."""
    understood = understand(None, sentence)
    outside = understood.out_of_scope or understood.put_off
    rest = without_scope(sentence)
    return bool(outside) and not (_MEASURES.search(rest) or any(map(_SHOWN.search, outside)))


def _is_path(said: str, files: tuple[str, ...]) -> bool:
    """Tell whether words are paths and nothing else: `a/b.py`, `In a/b.py and a/c.py`."""
    bare = _ADDS.sub("", said).strip(" .,")
    tokens = _BETWEEN_PATHS.split(_BEFORE_PATH.sub("", bare, count=1))
    if not all(map(_PATH.fullmatch, tokens)):
        return False
    return bool(files) or all("/" in each.strip("/") or "::" in each for each in tokens)


def _told(said: str) -> str:
    """Return words as a message shows them: code in them keeps its own marks."""
    return f"“{said}”" if "`" in said else f"`{said}`"


def _kept(kind: Unfit, message: str) -> Misfit:
    return Misfit(kind, message, "The question is still open")
