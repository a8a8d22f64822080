"""Version ranges as manifests write them, and whether some version that a plan states is inside."""

from __future__ import annotations

import re

from groundplan.plan.dataclass import dataclass

_TOP = (10**9,)
_PART = re.compile(
    r"(?P<sign>\^|~>|~=|~|===?|=|>=|<=|!=|>|<)?\s*v?(?P<number>\d+(?:\.\d+)*)(?P<open>(?:\.[x*X])+)?"
    r"(?:[-.]?[a-zA-Z][\w.+-]*|\+[\w.]+)?"
)
_BETWEEN = re.compile(r"v?(\d+(?:\.\d+)*)\s+-\s+v?(\d+(?:\.\d+)*)")
_BRACKETS = re.compile(r"([\[(])\s*([\d.]*)\s*,\s*([\d.]*)\s*([\])])|\[\s*([\d.]+)\s*\]")


@dataclass(frozen=True, slots=True)
class Span:
    """All versions from the first up to, and without, the second."""

    low: tuple[int, ...] = ()
    high: tuple[int, ...] = _TOP

    def meets(self, other: Span) -> bool:
        """Tell whether some version is in both."""
        return self.low < other.high and other.low < self.high


def stated_span(said: str) -> Span:
    """Return what a plan states: `3.8` is every 3.8, `3.8+` is 3.8 and all above."""
    low = numbers(said)
    return Span(low) if said.rstrip().endswith("+") else Span(low, _next(low))


def read_range(declared: str, ecosystem: str) -> tuple[Span, ...] | None:
    """Return the spans that a range allows; None where it is written in another way."""
    text = declared.strip().strip("\"'")
    if text in {"*", "latest", "x", "X"}:
        return (Span(),)
    bracket = _BRACKETS.fullmatch(text)
    if bracket:
        return (_bracketed(bracket),)
    found = []
    for choice in re.split(r"\s*\|\|?\s*", text):
        spans = _all_of(choice.strip(), ecosystem)
        if spans is None:
            return None
        found.append(spans)
    return tuple(found) or None


def numbers(text: str) -> tuple[int, ...]:
    """Return the parts of the first version in a text."""
    match = re.search(r"\d+(?:\.\d+)*", text)
    return tuple(int(part) for part in match[0].split(".")) if match else ()


def _all_of(text: str, ecosystem: str) -> Span | None:
    between = _BETWEEN.fullmatch(text)
    if between:
        return Span(numbers(between[1]), _next(numbers(between[2])))
    low: tuple[int, ...] = ()
    high: tuple[int, ...] = _TOP
    at = 0
    parts = list(_PART.finditer(text))
    for part in parts:
        if text[at : part.start()].strip(" ,"):
            return None
        at = part.end()
        span = _one(part, ecosystem)
        low, high = max(low, span.low), min(high, span.high)
    return Span(low, high) if parts and not text[at:].strip(" ,") else None


def _one(part: re.Match[str], ecosystem: str) -> Span:
    number, sign = numbers(part["number"]), part["sign"] or ""
    if sign == "!=":
        return Span()
    if sign in {">", ">="}:
        return Span(number)
    if sign in {"<", "<="}:
        return Span((), number if sign == "<" else _next(number))
    if part["open"]:
        return Span(number, _next(number))
    if sign == "^" or (not sign and ecosystem == "cargo"):
        return Span(number, _caret(number))
    if sign in {"~>", "~="} or (sign == "~" and ecosystem == "composer"):
        return Span(number, _next(number[:-1]) if len(number) > 1 else _TOP)
    if sign == "~":
        return Span(number, _next(number[:2]))
    return Span(number, _next(number))


def _caret(number: tuple[int, ...]) -> tuple[int, ...]:
    """Return what a caret stops before: the first part that is not zero may not grow."""
    fixed = next((at for at, part in enumerate(number) if part), len(number) - 1)
    return _next(number[: fixed + 1])


def _next(number: tuple[int, ...]) -> tuple[int, ...]:
    return (*number[:-1], number[-1] + 1) if number else _TOP


def _bracketed(match: re.Match[str]) -> Span:
    if match[5]:
        return Span(numbers(match[5]), _next(numbers(match[5])))
    high = numbers(match[3])
    return Span(numbers(match[2]), (high if match[4] == ")" else _next(high)) if high else _TOP)
