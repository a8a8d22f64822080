"""A file that is ours as a whole: its last line seals it, so that an edited one is never overwritten."""

from __future__ import annotations

from groundplan.hosts.seal import LENGTH, seal
from groundplan.markdown.lines import with_line_end
from groundplan.plan.errors import Refused
from groundplan.plan.late_regex import late_regex

_SEALED = late_regex(rf"(?s)(.*)<!-- installed by groundplan, text ([0-9a-f]{{{LENGTH}}}) -->\s*")


def put(before: str | None, wanted: str, path: str) -> str:
    """Return the file with our text, over an earlier one of ours; a file of somebody else's is refused."""
    made = f"{wanted}\n<!-- installed by groundplan, text {seal(wanted + chr(10))} -->\n"
    if before is None:
        return made
    demand_ours(before, path)
    return before if with_line_end(before, "\n") == made else made


def demand_ours(text: str, path: str) -> None:
    """Refuse a file that is not ours, or is not as we wrote it."""
    found = _SEALED.fullmatch(text.removeprefix("\ufeff"))
    if not found:
        raise Refused(
            f"`{path}` is not from groundplan", hint=f"Rename or delete `{path}`, then run it again"
        )
    if seal(found[1]) != found[2]:
        raise Refused(
            f"`{path}` was edited since groundplan wrote it",
            hint="Move your changes to a file of your own and delete this one, then run it again",
        )
