"""Whether a goal is written in English, so that rules on English wording know where they apply."""

from __future__ import annotations

from groundplan.plan.late_regex import late_regex

_WORD = late_regex(r"[^\W\d_]{1,40}")
_LOOKED_AT = 4_000  # letters: the first page tells
_MOST_FOREIGN_LETTERS = 0.3

_ENGLISH = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "the a an and or of to in on for with when that this is are be by from as at it not if should must "
        "can which but into than then there would does do we i you our its have has was were will all "
        "any each"
    ).split()
)
# Words that stand in nearly every sentence of these languages and are no English words.
_OTHERS = frozenset(
    (  # noqa: SIM905
        "der das und nicht ein eine einen für mit auf ist soll wird beim dem den von zu sich wenn auch "
        "werden le les des une pour dans avec est que du au aux pas sur doit qui ne el los las para con "
        "por una del se "
        "os uma com não dos ao il lo gli per che di della nel sono het een van voor niet dat och att som "
        "inte "
        "jest nie się czy że na ve bir için ile"
    ).split()
)


def is_english(text: str) -> bool:
    """Tell whether a text is English, as far as its commonest words show; where nothing does, it is."""
    head = text[:_LOOKED_AT]
    letters = [each for each in head if each.isalpha()]
    if letters and sum(not each.isascii() for each in letters) > _MOST_FOREIGN_LETTERS * len(letters):
        return False
    words = [each.lower() for each in _WORD.findall(head)]
    return sum(each in _OTHERS for each in words) <= sum(each in _ENGLISH for each in words)
