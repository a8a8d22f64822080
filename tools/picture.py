"""A picture of a real call: runs groundplan in a copy of a repository and draws what a terminal would show.

python tools/picture.py docs/pictures/plan.svg --repo ~/src/flask -- plan "Add a timeout to run"
"""

from __future__ import annotations

import argparse
import io
import os
import pathlib
import subprocess
import sys
import tempfile

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH = 100
SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "JetBrains Mono", ui-monospace, Menlo, Consolas, monospace;
 font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
<rect width="{width}" height="{height}" rx="10" fill="#11151d"/>
<g transform="translate(22, 22)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""
DARK = TerminalTheme(
    (17, 21, 29),
    (226, 230, 238),
    [
        *((38, 45, 58), (255, 120, 110), (111, 214, 160), (240, 184, 96)),
        *((130, 166, 255), (200, 160, 255), (110, 205, 220), (226, 230, 238)),
    ],
    [
        *((128, 138, 156), (255, 145, 89), (140, 230, 180), (250, 205, 130)),
        *((160, 190, 255), (215, 185, 255), (150, 225, 235), (255, 255, 255)),
    ],
)


def main() -> int:
    """Run the call and save its picture."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("picture", type=pathlib.Path)
    parser.add_argument("--repo", type=pathlib.Path, required=True)
    parser.add_argument("call", nargs="+")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / asked.repo.resolve().name
        subprocess.run(["git", "clone", "-q", "--local", str(asked.repo), str(copy)], check=True)
        told = run(asked.call, copy)
    asked.picture.parent.mkdir(parents=True, exist_ok=True)
    asked.picture.write_text(draw(asked.call, told, asked.picture.stem), "utf-8")
    return 0


def run(call: list[str], repository: pathlib.Path) -> str:
    """Return what both streams say, in colour, as wide as the picture."""
    world = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH), "PYTHONPATH": str(ROOT / "src")}
    world.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "groundplan.cli.main", *call]
    done = subprocess.run(
        command, cwd=repository, env=world, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True
    )
    lines = done.stdout.decode("utf-8").splitlines()
    return "\n".join(line for line in lines if not line.lstrip("\x1b[90m").startswith("Reading the "))


def draw(call: list[str], told: str, name: str) -> str:
    """Return the picture: the call as typed, then what was said."""
    words = " ".join(f'"{word}"' if " " in word else word for word in call)
    tape = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, highlight=False)
    tape.print(Text.assemble(("$ ", "bright_black"), (f"groundplan {words}", "bold")))
    tape.print()
    tape.print(Text.from_ansi(told))
    return tape.export_svg(theme=DARK, code_format=SVG, unique_id=f"gp-{name}")


if __name__ == "__main__":
    sys.exit(main())
