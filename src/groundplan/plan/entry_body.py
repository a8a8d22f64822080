"""What an entry says, read with the shape it must have: anything else is refused in one way."""

from __future__ import annotations

from typing import Any

from groundplan.plan.late_regex import late_regex

# A name that is typed, completed by a shell and made into a path.
_SLUG = late_regex(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")


class Body:
    """Typed reads of JSON data: a forged body fails here, in one way."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict):
            raise TypeError(f"expected a table, found `{data}`")
        self.data: dict[str, Any] = data

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; without a default it must be there."""
        value = self.data.get(key, default)
        if not isinstance(value, str):
            raise TypeError(f"`{key}` is not text")
        return value

    def slug(self) -> str:
        """Return the name of a plan, or nothing."""
        value = self.text("slug", "")
        if value and not _SLUG.match(value):
            raise TypeError("`slug` is not a name of small letters, digits and hyphens")
        return value

    def flag(self, key: str) -> bool:
        """Return whether something is so; left out, it is not."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise TypeError(f"`{key}` is neither true nor false")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise TypeError(f"`{key}` is not a list of texts")
        return tuple(value)

    def argv(self) -> tuple[str, ...]:
        """Return a command as words."""
        words = self.texts("argv")
        if not words or not words[0] or any("\0" in word for word in words):
            raise TypeError("`argv` is not a command")
        return words

    def table(self, key: str) -> dict[str, str]:
        """Return texts by name."""
        value = self.data.get(key, {})
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
            raise TypeError(f"`{key}` is not a table of texts")
        return dict(value)

    def number(self, key: str) -> int:
        """Return a whole number."""
        value = self.data.get(key)
        if type(value) is not int:  # `True` is an `int` too
            raise TypeError(f"`{key}` is not a number")
        return value

    def tables(self, key: str) -> dict[str, dict[str, str]]:
        """Return tables of texts by name."""
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise TypeError(f"`{key}` is not a table of tables")
        return {name: Body({name: inner}).table(name) for name, inner in value.items()}

    def bodies(self, key: str) -> tuple[Body, ...]:
        """Return a list of bodies."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise TypeError(f"`{key}` is not a list")
        return tuple(map(Body, value))

    def named_bodies(self, key: str) -> dict[str, Body]:
        """Return bodies by name."""
        return {name: Body(value) for name, value in Body(self.data.get(key)).data.items()}
