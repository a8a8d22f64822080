"""Of a function with overloads the implementation is meant, and none of the signatures before it."""

from __future__ import annotations

from made_index import MadeIndex

from groundplan.code.citations.symbols import find_member
from groundplan.code.naming import pick_symbol
from groundplan.evidence.pack import EvidencePack
from groundplan.plan.config import Config
from groundplan.planner.goal.reading import read_goal

FILES = {
    "signer.py": """
        import typing as t

        class Signer:
            @t.overload
            def unsign(self, value: str) -> str: ...
            @t.overload
            def unsign(self, value: bytes) -> bytes: ...
            def unsign(self, value):
                return value

            @property
            def age(self):
                return 1

            @age.setter
            def age(self, value):
                self._age = value
        """,
    "wrap.ts": """
        export function wrap(text: string): string;
        export function wrap(text: number): number;
        export function wrap(text: any): any {
          return text
        }
        """,
}


def test_the_implementation_is_cited_and_picked() -> None:
    index = MadeIndex(FILES)
    for path, name, line in (
        ("signer.py", "Signer.unsign", 8),
        ("wrap.ts", "wrap", 3),
        ("signer.py", "Signer.age", 11),
    ):
        member = find_member(index, path, name)
        assert member is not None
        assert member.first == line
        assert pick_symbol(index, f"{path}::{name}").definition.first == line


def test_the_place_of_a_goal_is_the_implementation() -> None:
    index = MadeIndex(FILES)
    for goal, line in (
        ("Make `Signer.unsign` accept a timedelta", 8),
        ("Make `wrap` in `wrap.ts` accept a date", 3),
    ):
        pack = EvidencePack(read_goal(goal), index, None, Config())
        assert [each.definition.first for each in pack.regions] == [line]
