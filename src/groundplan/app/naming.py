"""Names for new plans: a slug that is safe and unique, a title, an id."""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Container

# "Add Vector Search Support" is about vector search support. What else is done to a thing stays in the name:
# without its verb, "Remove the cache" and "Add a cache" would be the same plan.
_VERBS = frozenset({"add", "build", "create", "implement", "introduce", "provide", "support", "write"})
_SMALL = frozenset({"a", "an", "the", "some", "new"})
_RESERVED = late_regex(r"(con|prn|aux|nul|com\d|lpt\d)\Z")
_LONGEST = 48
_ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"


def make_plan_id() -> str:
    """Return a random id that no two branches will share."""
    return "gp-" + "".join(secrets.choice(_ID_LETTERS) for _ in range(10))


def make_slug(title: str, taken: Container[str]) -> str:
    """Return a safe, unique name for the plan's files; a leading verb that only adds is dropped."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain.replace("'", ""))
    while len(words) > 1 and (words[0] in _VERBS or words[0] in _SMALL):
        words = words[1:]
    kept = [word[:_LONGEST] for word in words[:1]]
    for word in words[1:]:
        if sum(len(w) + 1 for w in kept) + len(word) > _LONGEST:
            break
        kept.append(word)
    slug = "-".join(kept) or "plan"
    if _RESERVED.match(slug):
        slug = f"{slug}-plan"
    candidate, number = slug, 2
    while candidate in taken:
        candidate, number = f"{slug}-{number}", number + 1
    return candidate
