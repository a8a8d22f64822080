"""What an answer costs, from the price list that comes with `groundplan[llm]`; nothing is fetched."""

from __future__ import annotations

_LETTERS_PER_TOKEN = 4  # of English and code alike, near enough for an estimate


def price(model: str, asked_tokens: int, answered_tokens: int) -> float | None:
    """Return the dollars of an answer; None where the model or its tokens are unknown, or no list is here."""
    if not model or not (asked_tokens or answered_tokens):
        return None
    try:
        from genai_prices import Usage, calc_price  # noqa: PLC0415 - optional, and it brings pydantic along
    except ImportError:
        return None
    try:
        found = calc_price(Usage(input_tokens=asked_tokens, output_tokens=answered_tokens), model_ref=model)
    except (LookupError, ValueError):
        return None
    return float(found.total_price)


def estimate(model: str, letters: int, answered_tokens: int) -> float | None:
    """Return about what it costs to send that many letters and to get that many tokens back."""
    return price(model, -(-letters // _LETTERS_PER_TOKEN), answered_tokens)
