"""Each rule of these families has a page for `groundplan explain`, with every option the code reads."""

from __future__ import annotations

import ast
import re
from importlib import resources

import pytest
from drawn_cases import MODULES

from groundplan.rules import figures, sources, traceability
from groundplan.rules.registry import RULES

FAMILIES = ("GP3", "GP7", "GP8")
HEADINGS = ["What it does", "Why", "Example", "Do instead"]
CODES = sorted(code for code in RULES if code.startswith(FAMILIES))
# Options read by one function for several rules.
SHARED = {"_graph": ("GP301", "GP302", "GP303"), "_risks": ("GP701", "GP702", "GP703")}
SHARED |= {"_items": ("GP808", "GP809")}
LEVELS = ("probability", "impact")
TRACED = ("GP802", "GP803", "GP805", "GP806")


def page(code: str) -> str:
    return (resources.files("groundplan.rules") / "pages" / f"{code}.md").read_text("utf-8")


def options_read() -> dict[str, set[str]]:
    """Find the options that the modules of these rules ask for, by rule."""
    read: dict[str, set[str]] = {code: set() for code in CODES}
    for module in {module.__name__.rpartition(".")[2] for module in (*MODULES, figures, sources)}:
        tree = ast.parse((resources.files("groundplan.rules") / f"{module}.py").read_text("utf-8"))
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                if getattr(call.func, "id", "") in {"option_texts", "option_flag", "option_lists"}:
                    code, name = call.args[1], call.args[2]
                    names = (str(name.value),) if isinstance(name, ast.Constant) else LEVELS
                    for one in codes_of(code, function.name, module):
                        read[one].update(names)
    return read


def codes_of(code: ast.expr, function: str, module: str) -> tuple[str, ...]:
    if isinstance(code, ast.Constant):
        return (str(code.value),)
    return {figures.__name__: (figures.CODE,), traceability.__name__: TRACED}.get(
        f"groundplan.rules.{module}", SHARED.get(function, ())
    )


def test_the_three_families_are_whole() -> None:
    families = {
        "GP30": range(1, 10),
        "GP70": range(1, 10),
        "GP71": range(2),
        "GP80": range(1, 10),
        "GP81": range(1),
    }
    assert [f"{family}{n}" for family, numbers in families.items() for n in numbers] == CODES


@pytest.mark.parametrize("code", CODES)
def test_a_rule_has_its_page(code: str) -> None:
    text = page(code)
    assert text.startswith(f"# {code} {RULES[code].name}\n")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    # A sample plan inside a fence has headings of its own.
    assert [heading for heading in headings if heading in [*HEADINGS, "Options"]][:4] == HEADINGS
    assert RULES[code].summary.endswith(".")


def test_a_page_names_exactly_the_options_that_the_code_reads() -> None:
    read = options_read()
    assert read["GP304"] == {"kinds", "phase_records", "phase_sections"}
    for code in CODES:
        said = page(code).partition("\n## Options\n")[2]
        missing = {name for name in read[code] if f"`{name}`" not in said}
        # `sweeping` is read for every traced rule, but a test never sweeps.
        assert missing - {"sweeping"} == set(), code
        named = set(re.findall(r"^(?:- )?((?:`\w+`(?:, )?)+):", said, re.MULTILINE))
        assert {name for group in named for name in re.findall(r"`(\w+)`", group)} <= read[code], code
