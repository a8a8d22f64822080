"""Whether a goal brings something in, or only speaks of it: `using print` is not `replace print`."""

from __future__ import annotations

import re

from groundplan.plan.late_regex import late_regex

LONGEST = 8_000  # characters of a goal that are looked at: what follows is pasted output
_BEFORE = 70  # characters: a word that governs another stands near it
_BREAK = late_regex(r"[.;:!?](?=\s)|\n")
_FENCE = late_regex(r"^[ \t]*(`{3,}+|~{3,}+)[^\n]*\n.*?(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_BRINGS = late_regex(
    r"\b(?:us(?:e|es|ing)|via|introduc(?:e|es|ing)|in favou?r of|writ(?:e|es|ing)|implement(?:s|ing)?"
    r"|(?:(?:switch|convert|chang|migrat|port)(?:e|es|s|ed|ing)? (?:\S+ ){0,6}?to|replac(?:e|es|ed"
    r"|ing) (?:\S+ ){1,6}?(?:with|by))"
    r"|(?P<weak>with|by|through|call(?:s|ing)?(?! to)|run(?:s|ning)?|add(?:s|ing)?))\b",
    re.IGNORECASE,
)
# Where something is wrong, what stands behind `with` is where it goes wrong.
_WRONG = late_regex(
    r"\b(?:fix(?:es|ed|ing)?|crash\w{0,3}|bugs?|fail\w{0,4}|errors?|wrong|broken|regression|issues?)\b",
    re.IGNORECASE,
)
_TURNS = late_regex(
    r"\b(?:switch|convert|chang|migrat|port|replac|mov|modernis|moderniz)(?:e|es|s|ed|ing)?\b", re.IGNORECASE
)
_SPEAKS = late_regex(
    r"\b(?:replac(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|delet(?:e|es|ing)|drop(?:s|ping)?|get rid of|instead of"
    r"|rather than"
    r"|(?:not|never|don['’]?t|longer|stop|avoid|without|than|instead of) (?:be )?"
    r"(?:us(?:e|ed|ing)|call(?:ing)?|add(?:ing)?|writ(?:e|ing)|mak(?:e|ing)|run(?:ning)?|to)"
    r"|avoid(?:s|ing)?|without|not|no|never|no longer|don['’]?t|doesn['’]?t|stop(?:s|ping)?|from|away from"
    r"|than|of"
    r"|(?:issue|error|bug|problem|fail\w{0,5}|conflict\w{0,3}|compatib\w{1,5}|work(?:s|ed|ing)?|crash\w{0,3}"
    r"|wrong|broken|along"
    r"|interact\w{0,3}|inconsistent|consistent|together|even|as|deal\w{0,3}|happens?|when|if|after|because"
    r"|that|which|while|same) "
    r"(?:with|by|using|as|use[sd]?|call\w{0,3})|fix(?:es|ed|ing)?|handl(?:e|es|ing)|support(?:s|ing)?"
    r"|about|in|for|when|if|after"
    r"|deprecat\w{1,5}|upgrad\w{1,4}|bump\w{0,4}|pin\w{0,4}|mock(?:s|ing)?|patch(?:es|ing)?|test(?:s|ing)?"
    r"|compare[sd]?)\b",
    re.IGNORECASE,
)


def prose_of(text: str) -> str:
    """Return what a goal says outside its code blocks, as far as it is looked at."""
    return _FENCE.sub("\n", text[:LONGEST])


def find_introduced(text: str, pattern: re.Pattern[str], *, turning: bool = True) -> re.Match[str] | None:
    """Return where a goal brings in what a pattern names: the nearest word before it that says so decides.

    Without `turning` a goal whose very point is the change (`convert … to`, `replace … with`) does not count.
    """
    prose = prose_of(text)
    for match in pattern.finditer(prose):
        before = prose[max(0, match.start() - _BEFORE) : match.start()]
        breaks = list(_BREAK.finditer(before))
        if breaks:
            before = before[breaks[-1].end() :]
        is_wrong = _WRONG.search(before) is not None
        found = [each for each in _BRINGS.finditer(before) if not (is_wrong and each["weak"])]
        brings = max((each.end() for each in found), default=-1)
        speaks = max((each.end() for each in _SPEAKS.finditer(before)), default=-1)
        turns = not turning and _TURNS.search(before) is not None
        if brings > speaks and not turns:
            return match
    return None
