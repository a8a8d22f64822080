"""Which of a question's choices an answer takes: its letter, its number, its own words, or none for sure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.survey.where.words import stem

if TYPE_CHECKING:
    from groundplan.planner.question import Question

_LEAD = (
    r"(?:(?:ok(?:ay)?|well|hm+|yes|sure|then|so|right|good)[,.!]? ){0,2}"
    r"(?:(?:let['’]?s|we(?:['’]ll)?|i(?:['’]d|['’]ll)?|please|would|should|will|just|rather) ){0,3}"
    r"(?:(?:go(?:ing)? (?:with|for)|take|choose|pick|prefer|want|use|do|like|vote for) )?"
)
_LABEL = late_regex(
    rf"{_LEAD}(?P<word>(?:the )?(?:option|choice|answer|number|variant|reading|no\.|#) ?)?"
    r"[(\[`*]{0,3}(?P<label>[a-z]|\d{1,2})"
    r"[)\]`*]{0,3}(?:[.,;:!)](?=\s|$)| (?=(?:because|since|but|please|for now|it is)\b)| [–-]\s| ?$)",
    re.IGNORECASE,
)
# `B` and `B's timeout`, but not the `s` of `it's`.
_OTHER_LABEL = late_regex(
    r"(?<![\w`./'’])(?:(?:option|choice) [a-z0-9]|[B-HJ-Z]|[b-hj-z]|\d{1,2})(?![\w`/%]|['’](?!s\b)|\.\d)"
)
_EVERY = late_regex(
    r"(?:(?:let['’]s )?(?:do |take |use )?)(?P<all>both|all)(?: of (?:them|these|those))?", re.IGNORECASE
)
_LISTED = late_regex(
    r"(?:options? |choices? |numbers? )?"
    r"(?P<labels>(?:[a-z]|\d{1,2})(?:(?:, ?and | and |, ?| ?[+&] ?)(?:[a-z]|\d{1,2})){1,9})",
    re.IGNORECASE,
)
_LABELS = late_regex(r"\b(?:[a-z]|\d{1,2})\b", re.IGNORECASE)
_NOTHING_ELSE = late_regex(r"(?:[,.!]? ?please)?[.!]?(?:$|: )", re.IGNORECASE)
_YES = late_regex(
    r"(?:y|yes|yep|yeah|yup|ok|okay|sure|agreed|right|correct|fine|exactly|sounds good"
    r"|do (?:it|that)|go ahead|please do)"
    r"(?:[\s,.!]{1,3}(?:please|thanks|thank you|sure|do (?:it|that)|that is right))?",
    re.IGNORECASE,
)
# How people agree before they say what with: `You're right! Let's import it then.`
_AGREES = late_regex(
    r"(?:(?:oh|ah|hm+|ok|okay|yes|well)[,.!]? )?"
    r"(?:you(?:['’]re| are) (?:absolutely |quite |totally )?right|right|agreed|i agree|true"
    r"|good (?:point|idea|catch|call)|fair enough|makes sense|that makes sense"
    r"|i like (?:that|it|this)|sounds good|perfect|great|of course)"
    r"(?:[.!,;:–—]| -|$)\s?",
    re.IGNORECASE,
)
_TAKES_BACK = r"but|unless|only if|except|however|although|depends?|instead|rather"
_HEDGE = late_regex(rf"\b(?:{_TAKES_BACK}|maybe|perhaps|later|not)\b|\?", re.IGNORECASE)
_BACK = late_regex(rf"\b(?:{_TAKES_BACK})\b|\?", re.IGNORECASE)
_SENTENCE_END = late_regex(r"(?<=[.!])[\"”']{0,2}\s")
_NO = late_regex(
    r"(?:n|no|nope|nah|not needed|no need|no thanks?)(?:[\s,.!]{1,3}(?:thanks?|please))?",
    re.IGNORECASE,
)
# `If it fails, may it be tried again?`
_YES_OR_NO = late_regex(
    r"(?:[^,?]{1,120}, (?:then )?)?"
    r"(?:may|must|might|should|shall|can|could|will|would|is|are|was|were|do|does|did|has|have|had|need)\b",
    re.IGNORECASE,
)
_OR = late_regex(r"\bor\b(?! not\b)", re.IGNORECASE)
_NONE = late_regex(r"(?:neither|none)(?: of (?:them|these|those|the two))?", re.IGNORECASE)
_RECOMMENDED = late_regex(
    r"(?:take |use |go with )?(?:(?:your|the) )?recommend(?:ation|ed(?: (?:one|answer|option|choice))?)"
    r"|(?:as|what|whatever)(?: you(?:['’]ve| have)?| is| was)? "
    r"(?:recommend(?:ed)?|propose[d]?|suggest(?:ed)?|advise[d]?)",
    re.IGNORECASE,
)
_AGAINST = late_regex(
    r"\b(?:not|no|nor|neither|never|without|instead|rather than|except|but|unless|only if|avoid"
    r"|against|both|either|\w{1,10}n['’]t|dont|"
    r"depends?|maybe|perhaps|or)\b|\?",
    re.IGNORECASE,
)
_WORDS = late_regex(r"[A-Za-z_]\w{0,60}|\d{1,9}")
_CODE = late_regex(r"`([^`\n]{1,200})`")
_FILLING = frozenset((
    "a", "an", "and", "as", "at", "be", "by", "do", "for", "from", "go", "i", "in", "is", "it", "its",
    "just", "let", "me", "my", "of", "ok", "on", "one", "option", "our", "please", "s", "so", "some",
    "take", "than", "that", "the", "then", "there", "these", "they", "this", "to", "us", "use", "we",
    "will", "with", "would", "yes", "you", "your", "pick", "choose", "prefer", "want", "like", "should",
    "ll", "d", "re", "ve", "sure", "rather", "keep", "fine", "good", "okay", "enough", "perfect",
))  # fmt: skip
_MOST_OF = 0.7
ALL = "all"  # how the choice is named that takes everything a question is about
ONE, SEVERAL = "one", "several"
_NOUN = (
    r"(?:replicas?|instances?|containers?|pods?|nodes?|machines?|servers?|hosts?|copies|processes|workers?)"
)
_MANY = late_regex(
    rf"\b(?:two|three|four|five|six|seven|eight|nine|ten|dozens?|several|multiple|many|some|[2-9]|[1-9]\d{{1,3}})"
    rf"(?: of(?: them| those)?| (?:\w+ ){{0,2}}{_NOUN})\b",
    re.IGNORECASE,
)
_SINGLE = late_regex(
    rf"\b(?:(?:only |just )?(?:one|a single|1)|single)(?: (?:\w+ ){{0,1}}{_NOUN})\b", re.IGNORECASE
)


def choice_meant(question: Question, said: str) -> str:
    """Return the name of the choice that an answer surely takes, or nothing."""
    if not question.choices or not said:
        return ""
    # A choice's own words mean that choice, whatever others are called and whatever letter they begin with.
    whole = said.strip(" .").casefold()
    for choice in question.choices:
        if choice.text.strip(" .").casefold() == whole:
            return choice.name
    if choices_meant(question, said):
        return ""
    by_label = _by_label(question, said)
    if by_label is not None:
        return by_label
    bare = said.strip(" \t\n.,!;:`*\"'")
    for choice in question.choices:
        if bare.casefold() in {choice.name.casefold(), choice.text.strip(" .").casefold()}:
            return choice.name
    return (
        _by_assent(question, bare)
        or count_meant(question, said)
        or _by_words(question, said)
        or _by_agreement(question, said)
        or _by_first_sentence(question, said)
    )


def choices_meant(question: Question, said: str) -> tuple[str, ...]:
    """Return the several choices that words only point at: `both`, `all of them`, `1 and 3`."""
    names = tuple(each.name for each in question.choices)
    every, listed = _EVERY.match(said), _LISTED.match(said)
    if question.choice(ALL) is not None:
        return ()  # then `all of them` is one choice
    if every and _NOTHING_ELSE.match(said, every.end()):
        is_right = len(names) == 2 or (len(names) > 2 and every["all"].lower() == "all")
        return names if is_right else ()
    if listed and _NOTHING_ELSE.match(said, listed.end()):
        labels = _LABELS.findall(listed["labels"].replace(" and ", ", "))
        numbers = [int(each) - 1 if each.isdigit() else ord(each.lower()) - ord("a") for each in labels]
        if all(0 <= number < len(names) for number in numbers):
            return tuple(dict.fromkeys(names[number] for number in numbers))
    return ()


def is_assent(said: str) -> bool:
    """Tell whether words only agree: with the one answer that is recommended."""
    bare = said.strip(" \t\n.,!;:`*\"'")
    return _YES.fullmatch(bare) is not None or takes_recommended(bare)


def takes_recommended(said: str) -> bool:
    """Tell whether words only point at what is recommended: `as recommended`."""
    return _RECOMMENDED.fullmatch(said.strip(" \t\n.,!;:`*\"'")) is not None


def is_refusal(said: str) -> bool:
    """Tell whether words say no, or none of what is offered, and nothing else."""
    bare = said.strip(" \t\n.,!;:`*\"'")
    return _NO.fullmatch(bare) is not None or _NONE.fullmatch(bare) is not None


def asks_yes_or_no(question: Question) -> bool:
    """Tell whether `no` alone answers a question: `May it be stored twice?`, or one with that default."""
    if question.choices:
        return False  # then it says none of them
    head = question.recommended.split(",")[0].strip(" .!").casefold()
    if head in {"yes", "no"}:
        return True
    return _YES_OR_NO.match(question.text) is not None and not _OR.search(question.text)


def option_meant(question: Question | None, thing: str) -> str:
    """Return the option that is dropped as a plan names it: `Option A`, `Redis`; nothing where it is none."""
    label = re.fullmatch(
        r"(?:the )?option [`*]{0,2}([A-Za-z]|\d{1,2})[`*]{0,2}", thing.strip(" ."), re.IGNORECASE
    )
    if label:
        return f"Option {label[1].upper()}"
    words = content_words(thing)
    if question is not None and words:
        meant = [each for each in question.choices if words <= content_words(f"{each.name} {each.text}")]
        if len(meant) == 1:
            return thing.strip(" `*.")
    plain = thing.strip(" *.")
    is_name = re.fullmatch(r"`[^`\n]{2,60}`|[A-Z][\w.+#-]{1,40}", plain) is not None
    return plain.strip("`") if is_name else ""


def _by_label(question: Question, said: str) -> str | None:
    """Return the choice of a letter or number; empty where it is unclear which, None where there is none."""
    match = _LABEL.match(said)
    if match is None:
        return None
    rest = said[match.end() :]
    label = match["label"].lower()
    if any(each.name.casefold() == label for each in question.choices):
        return label if not _OTHER_LABEL.search(rest) else ""
    if label in {"y", "n"} and not match["word"]:
        return None
    if "?" in said or _OTHER_LABEL.search(rest) or _BACK.search(rest):
        return ""  # `A, but with B's timeout` is neither
    number = int(label) - 1 if label.isdigit() else ord(label) - ord("a")
    return question.choices[number].name if 0 <= number < len(question.choices) else ""


def _by_assent(question: Question, bare: str) -> str:
    """Return what `yes` and `no` mean: the choice of that name, and for `yes` else the recommended one."""
    head, _, rest = bare.partition(",")
    for pattern, name in ((_YES, "yes"), (_NO, "no")):
        is_whole = pattern.fullmatch(bare) is not None
        is_start = pattern.fullmatch(head.strip()) is not None
        if question.choice(name) is not None:
            if is_whole or (is_start and not _AGAINST.search(rest)):
                return name
        elif name == "yes" and is_whole:
            return question.recommended if question.choice(question.recommended) else ""
    if _RECOMMENDED.fullmatch(bare) and question.choice(question.recommended):
        return question.recommended
    return ""


def _by_agreement(question: Question, said: str) -> str:
    """Return the recommended choice where somebody agrees first and then says nothing that is against it."""
    match = _AGREES.match(said)
    advised = question.choice(question.recommended)
    if match is None or advised is None:
        return ""
    first, *rest = _SENTENCE_END.split(said[match.end() :], maxsplit=1)
    if _HEDGE.search(first) or (rest and _BACK.search(rest[0])):
        return ""
    return "" if _telling_apart(question, advised.name) & content_words(first) else advised.name


def _by_first_sentence(question: Question, said: str) -> str:
    """Return the choice that the first sentence takes where the others take nothing of it back."""
    first, *rest = _SENTENCE_END.split(said, maxsplit=1)
    if not rest or _BACK.search(rest[0]):
        return ""
    name = _by_words(question, first)
    return name if name and not _telling_apart(question, name) & content_words(rest[0]) else ""


def _telling_apart(question: Question, name: str) -> set[str]:
    """Return the words by which somebody would mean another choice: the names of code it has, else all."""
    others = [each.text for each in question.choices if each.name != name]
    own = next((each.text for each in question.choices if each.name == name), "")
    named = [" ".join(_CODE.findall(each)) for each in (own, *others)]
    if all(named):
        return set().union(*map(content_words, named[1:])) - content_words(named[0])
    return set().union(*map(content_words, others)) - content_words(own)


def _by_words(question: Question, said: str) -> str:
    """Return the one choice whose name or most of whose words the answer says, and nothing against it."""
    if _AGAINST.search(said):
        return ""
    answer = content_words(said)
    if not answer:
        return ""
    texts = {each.name: content_words(each.text) | content_words(each.name) for each in question.choices}
    found = [name for name, words in texts.items() if _is_said(answer, content_words(name), words)]
    if len(found) != 1:
        return ""
    others = set().union(*(words for name, words in texts.items() if name != found[0]))
    return found[0] if answer & texts[found[0]] - others else ""


def _is_said(answer: set[str], name: set[str], words: set[str]) -> bool:
    shared = answer & words
    if answer <= words and (name <= answer or 2 * len(shared) >= len(words)):
        return bool(name)
    return len(shared) >= 2 and len(shared) >= _MOST_OF * len(words) and 2 * len(shared) >= len(answer)


def content_words(text: str) -> set[str]:
    """Return the words that carry meaning, small and stemmed; a name in code also counts by its parts."""
    found = set()
    for each in _WORDS.findall(text.replace("-", " ")):
        parts = [part for part in re.split(r"_|(?<=[a-z])(?=[A-Z])", each) if part]
        found |= {stem(part.lower()) for part in parts if part.lower() not in _FILLING}
    return found


def asks_how_many(question: Question) -> bool:
    """Tell whether a question is about one or several of something."""
    return tuple(choice.name for choice in question.choices) == (ONE, SEVERAL)


def count_meant(question: Question, said: str) -> str:
    """Return the choice that a number in the words means, or nothing where they speak of none."""
    if not asks_how_many(question):
        return ""
    if _MANY.search(said):
        return SEVERAL
    return ONE if _SINGLE.search(said) else ""
