"""Settings are found under the name a file imports them by, and behind wrappers of the environment."""

from __future__ import annotations

from made_pack import make_pack

from groundplan.evidence.kinds import Region, Target


def read_by(files: dict[str, str], path: str, name: str) -> list[str]:
    """Return where a definition reads what the change of it would have to mind."""
    pack = make_pack("Change it", files)
    outline = pack.index.outline(path)
    assert outline is not None
    regions = (Region(path, outline.find(name)[0]),)
    pack.__dict__.update(targets=(Target(path, 1.0, (), regions),), regions=regions)
    return [
        f"{each.kind} {spot}"
        for each in pack.constraints
        for spot in each.spots
        if each.kind in {"setting", "environment"}
    ]


def test_a_setting_is_read_through_an_import() -> None:
    files = {
        "config.ts": "export default { retryLimit: 3 }\n",
        "a.ts": (
            "import limits from './config'\n"
            "export function f () { return limits.retryLimit + limits.get('x') }\n"
        ),
        "app/settings.py": "FOO = 1\nbar = 2\n",
        "app/__init__.py": "",
        "b.py": "from app import settings as conf\n\ndef f():\n    print(conf.FOO)\n    return conf.bar\n",
    }
    assert read_by(files, "a.ts", "f") == ["setting a.ts:2"]
    assert read_by(files, "b.py", "f") == ["setting b.py:4", "setting b.py:5"]


def test_a_wrapper_reads_the_environment() -> None:
    files = {"a.go": 'package a\n\nfunc f() string {\n\treturn getEnvOr("API_URL", "x")\n}\n'}
    assert read_by(files, "a.go", "f") == ["environment a.go:4"]
    files = {
        "a.py": "from settings import env\n\ndef f():\n    return env.str('API_URL'), event('CREATED')\n"
    }
    assert read_by(files, "a.py", "f") == ["environment a.py:4"]
