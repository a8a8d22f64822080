"""What the words around a file order: that it is worked on, that it may go, which tests it gets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.line import Role
from groundplan.plan.mention import Intent
from groundplan.rules.changed_names import is_order, sentences_of
from groundplan.rules.plan_lines import SPAN, UNTOUCHED

if TYPE_CHECKING:
    from groundplan.plan.line import Line
    from groundplan.plan.mention import Mention

_SURE = frozenset({Intent.MODIFIES, Intent.CREATES, Intent.REMOVES})
_TESTING = late_regex(
    r"(?:add|write|extend|update|create|include|cover|adapt|fix)\b[^.;:]{0,60}\b(?:tests?|coverage)\b",
    re.IGNORECASE,
)
_REMOVES = late_regex(
    r"(?:delete|remove|drop)\s+(?:(?!from\b|in\b|of\b)\w+\s+){0,3}`(?P<name>[^`\n]+)`", re.IGNORECASE
)
# `show` of `src/web.py`: what stands before the colon is what the step is about.
_ABOUT = late_regex(
    r"(?P<names>(?:`[^`\n]{1,200}`|[\s,()*]|\b(?:and|of|in)\b){1,40})(?::|\s[–—-])\s*(?P<rest>.*)"
)
_AS_IT_IS = late_regex(
    r"(?:stays?|remains?|is|are|was|were|has|have|already|currently|today)\b", re.IGNORECASE
)
# What must not happen in the program ("options do not leak") spares no file.
_SPARED = late_regex(
    r"(?:not|never|without|leave|keep|except|do not|don'?t)\b"
    r"|.*\b(?:untouched|unchanged|not (?:be )?(?:change|touch|modif|need|affect))",
    re.IGNORECASE,
)
_NOTHING = late_regex(r"(?:nothing|no changes?|unaffected)\b", re.IGNORECASE)
_MARK = r"(?:\[.?\]\s*)?(?:[A-Z]{0,4}-?\d+[.):]?\s+)?"  # a box, a number
_BARE_ITEM = late_regex(_MARK + r"\**`(?P<name>[^`\n]+)`\**\.?")
_ADDS = late_regex(
    _MARK
    + r"(?:(?:add|create|write|put|place)\s+(?:an?|one|the|new)\s[^.;:`]{1,80}\s(?:to|in|into|under|below)"
    r"|(?:an?\s|new\s)?(?:[\w-]+ ){0,2}(?:note|entry|fragment|changeset|migration)(?:\s(?:in|under|to)|:)?)"
    r"\s+`(?P<name>[^`\n]+)`",
    re.IGNORECASE,
)
_VERB_BEFORE = late_regex(r"[A-Za-z]+\s+`")
_GOES = late_regex(
    r"\b(?:remov|delet|drop|mov|replac|renam|merg|fold|split|inlin|retir|consolidat|extract|obsolete|unused|dead\b"
    r"|becom|call(?:ed)? it|goes\b|rid of|no longer|any ?more)|[-=]>|→",
    re.IGNORECASE,
)
_TEST_NAME = late_regex(r"test_\w+|[Tt]est[A-Z]\w*")


@dataclass(frozen=True, slots=True)
class Said:
    """A mention that is work, the step it stands in, and the sentence that changes it where one does."""

    mention: Mention
    step: Line | None
    sentence: str
    is_listed: bool  # in a list or table that is the plan itself

    @property
    def is_order(self) -> bool:
        """Whether the plan is not carried out while the file is untouched."""
        if any(_NOTHING.match(self._rest(each)) for each in self._sentences):
            return False
        if self.mention.intent in _SURE or self.sentence or self.is_listed:
            return True
        is_about = any(map(self._is_about, self._sentences))
        return is_about or (self.mention.intent is Intent.TOUCHES and not self._is_read)

    @property
    def is_removal(self) -> bool:
        """Whether the file itself is what a sentence deletes."""
        removes = _REMOVES.match(self.sentence)
        return bool(removes and removes["name"] == self.mention.citation.text and self.mention.is_file)

    @property
    def adds(self) -> bool:
        """Whether something is added to the folder, so that a change that touches nothing in it lacks it."""
        return self.is_listed or self._is_named_by(_ADDS)

    def _is_named_by(self, pattern: re.Pattern[str]) -> bool:
        found = pattern.match(self.step.text) if self.step else None
        return bool(found and found["name"] == self.mention.citation.text)

    @property
    def may_go(self) -> bool:
        """Whether a deletion of the file may be what is meant."""
        words = f"{self.step.heading} {self.step.whole}" if self.step else self.mention.words
        is_said = re.search(r"\w", SPAN.sub(" ", words)) is not None
        is_bare = not is_said and self.mention.intent is not Intent.MODIFIES
        return is_bare or goes(words)

    @property
    def tests(self) -> tuple[str, ...]:
        """Return the names of tests beside the file."""
        words = self.step.whole if self.step else self.mention.words
        return tuple(dict.fromkeys(each for each in SPAN.findall(words) if _TEST_NAME.fullmatch(each)))

    @property
    def _sentences(self) -> list[str]:
        named = self.mention.citation.text
        return [each for each in sentences_of(self.step) if named in each] if self.step else []

    def _is_about(self, sentence: str) -> bool:
        rest = self._rest(sentence)
        return bool(rest) and not (_AS_IT_IS.match(rest) or _SPARED.match(rest[:60]))

    def _rest(self, sentence: str) -> str:
        """Return what a sentence says behind the file that it begins with, or nothing."""
        about = _ABOUT.match(sentence)
        return about["rest"] if about and self.mention.citation.text in about["names"] else ""

    @property
    def _is_read(self) -> bool:
        """Whether the verb right before the file changes nothing: `Read src/a.py: it calls the store`."""
        return any(_VERB_BEFORE.match(each) and not is_order(each) for each in self._sentences)


def goes(words: str) -> bool:
    """Tell whether words remove, move or replace something."""
    return _GOES.search(SPAN.sub(" ", words)) is not None


def is_bare_item(step: Line | None, above: Line | None) -> bool:
    """Tell whether a path is all that a step says; one in a list with words above it is what these say."""
    is_led = above is not None and above.role is Role.WORK and above.text.rstrip("* ").endswith(":")
    return step is not None and not is_led and _BARE_ITEM.fullmatch(step.whole) is not None


def is_listed(mention: Mention) -> bool:
    """Tell whether a file is all that an item or a cell says."""
    return mention.words.strip() == f"`{mention.citation.text}`"


def promises_tests(step: Line) -> bool:
    """Tell whether a step orders tests without saying where."""
    sentences = (each for each in sentences_of(step) if is_order(each) and not UNTOUCHED.search(each))
    return any(_TESTING.match(each) for each in sentences)
