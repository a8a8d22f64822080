"""Secrets are found by their shape, named by kind and place, and never repeated."""

from __future__ import annotations

import random
import string

import pytest
from growth import assert_linear
from hypothesis import given
from hypothesis import strategies as st
from read_cases import Kind, find, read, said, section

from groundplan.rules.registry import RULES
from groundplan.rules.secret_shapes import SHAPES
from groundplan.rules.secrets import Secret, find_secrets

PLAN = Kind((section("goal"), section("notes")))
ALNUM, URL, HEX = (
    string.ascii_letters + string.digits,
    string.ascii_letters + string.digits + "-_",
    "0123456789abcdef",
)


def made(letters: str, count: int, seed: int = 7) -> str:
    """Make a random text, so that no key of anybody stands in this file; it ends and starts plainly."""
    chosen = random.Random(seed)
    plain = [letter for letter in letters if letter.isalnum()]
    return (
        chosen.choice(plain)
        + "".join(chosen.choice(letters) for _ in range(count - 2))
        + chosen.choice(plain)
    )


def alnum(count: int) -> str:
    return made(ALNUM, count)


def url(count: int) -> str:
    return made(URL, count)


def hexa(count: int) -> str:
    return made(HEX, count)


UPPER = string.ascii_uppercase + "234567"
# One of each kind, put together here: prefix by prefix, the rest random.
SECRETS = {
    "private-key": "-----BEGIN RSA " + "PRIVATE KEY-----\n" + alnum(64),
    "age-secret-key": "AGE-SECRET-" + "KEY-1" + made(string.ascii_uppercase + string.digits, 58),
    "aws-access-key-id": "AK" + "IA" + made(UPPER, 16),
    "aws-secret-access-key": "aws_secret_access_key = " + alnum(40),
    "google-api-key": "AI" + "za" + url(35),
    "google-oauth-secret": "GOC" + "SPX-" + url(28),
    "google-oauth-token": "ya" + "29." + url(60),
    "azure-storage-key": "Account" + "Key=" + alnum(86) + "==",
    "azure-shared-access-signature": "https://x.blob.core.windows.net/c?s" + "ig=" + alnum(43) + "%3D",
    "azure-client-secret": alnum(3) + "8" + "Q~" + alnum(34),
    "digitalocean-token": "dop_" + "v1_" + hexa(64),
    "cloudflare-origin-key": "v1" + ".0-" + hexa(24) + "-" + hexa(146),
    "heroku-key": "HR" + "KU-" + url(40),
    "databricks-token": "da" + "pi" + hexa(32),
    "doppler-token": "dp." + "pt." + alnum(43),
    "supabase-token": "sb" + "p_" + hexa(40),
    "github-token": "gh" + "p_" + alnum(36),
    "github-fine-grained-token": "github_" + "pat_" + alnum(22) + "_" + alnum(59),
    "gitlab-token": "gl" + "pat-" + url(20),
    "atlassian-token": "ATA" + "TT3" + url(180),
    "npm-token": "np" + "m_" + alnum(36),
    "pypi-token": "py" + "pi-AgE" + url(80),
    "rubygems-key": "ruby" + "gems_" + hexa(48),
    "docker-hub-token": "dckr_" + "pat_" + url(27),
    "vault-token": "hv" + "s." + url(90),
    "terraform-token": alnum(14) + ".atlas" + "v1." + url(64),
    "anthropic-key": "sk-" + "ant-api03-" + url(93),
    "openrouter-key": "sk-" + "or-v1-" + hexa(64),
    "openai-key": "sk-" + "proj-" + url(120),
    "hugging-face-token": "h" + "f_" + alnum(34),
    "groq-key": "gs" + "k_" + alnum(52),
    "replicate-token": "r" + "8_" + alnum(37),
    "perplexity-key": "pp" + "lx-" + alnum(48),
    "stripe-key": "sk_" + "live_" + alnum(24),
    "stripe-webhook-secret": "wh" + "sec_" + alnum(32),
    "square-token": "sq0" + "atp-" + url(22),
    "shopify-token": "shp" + "at_" + hexa(32),
    "twilio-key": "S" + "K" + hexa(32),
    "sendgrid-key": "S" + "G." + url(22) + "." + url(43),
    "mailgun-key": "ke" + "y-" + hexa(32),
    "mailchimp-key": hexa(32) + "-u" + "s12",
    "slack-token": "xo" + "xb-" + alnum(12) + "-" + alnum(24),
    "slack-app-token": "xa" + f"pp-1-{made(UPPER, 11)}-{made(string.digits, 13)}-{hexa(64)}",
    "slack-webhook": "https://hooks.sla" + f"ck.com/services/T{made(UPPER, 8)}/B{made(UPPER, 8)}/{alnum(24)}",
    "discord-token": "M" + alnum(25) + "." + alnum(6) + "." + url(38),
    "discord-webhook": "https://disc" + "ord.com/api/webhooks/" + made(string.digits, 18) + "/" + url(68),
    "telegram-bot-token": made(string.digits[1:], 9) + ":A" + "A" + url(33),
    "new-relic-key": "NR" + "AK-" + made(string.ascii_uppercase + string.digits, 27),
    "grafana-token": "gl" + "sa_" + alnum(32) + "_" + hexa(8),
    "sentry-token": "snt" + "rys_" + alnum(80),
    "postman-key": "PM" + "AK-" + hexa(24) + "-" + hexa(34),
    "linear-key": "lin_" + "api_" + alnum(40),
    "notion-token": "nt" + "n_" + alnum(46),
    "figma-token": "fig" + "d_" + url(42),
    "json-web-token": "ey" + "J" + alnum(33) + ".ey" + "J" + alnum(60) + "." + url(43),
    "database-url": "postgres" + "://app:" + "x9Kd2" + "fLq7Tz@db.internal:5432/app",
    "url-password": "https" + "://deploy:" + "Zq81" + "kfW0pLm@git.internal/x.git",
    "assigned-secret": 'client_secret = "' + "a8F2k" + 'Lz09QwX7vbn4"',
}


def test_there_is_one_sample_of_each_kind_and_at_least_thirty() -> None:
    assert list(SECRETS) == [shape.kind for shape in SHAPES]
    assert len(SECRETS) >= 30


@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_is_found_wherever_it_stands(kind: str) -> None:
    secret = SECRETS[kind]
    for text in (secret, f"Use `{secret}` for it.", f"```\nKEY={secret}\n```", f"| a | {secret} |"):
        assert [one.kind for one in find_secrets(text)] == [kind], text[:12]


def test_a_secret_is_named_by_line_and_column() -> None:
    text = f"one\r\ntwo {SECRETS['github-token']}\rthree\n{SECRETS['npm-token']}"
    assert find_secrets(text) == [Secret(2, 5, "github-token"), Secret(4, 1, "npm-token")]


@pytest.mark.parametrize("kind", SECRETS)
def test_a_finding_never_repeats_the_secret(kind: str) -> None:
    case = read(PLAN, f"## Goal\nShip.\n\n## Notes\nThe key:\n{SECRETS[kind]}\n")
    found = find("GP609", case)
    assert [(one.section, one.place.line) for one in found] == [("notes", 6)]
    written = repr(found) + repr(find_secrets(SECRETS[kind]))
    body = SECRETS[kind].rsplit(" ", 1)[-1].strip('"')
    assert body not in written
    assert body[-12:] not in written


SAMPLES = [
    "eyJ...",
    "Authorization: Bearer eyJ...",
    "sk-...",
    "AKIAIOSFODNN7" + "EXAMPLE",
    "ghp_" + "x" * 36,
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "sk-ant-<your key>",
    "glpat-" + "0" * 20,
    "xoxb-your-token-goes-here-please",
    "postgres://user:password@localhost/db",
    "postgresql+asyncpg://postgres:postgres@localhost:5432/app",
    "mysql://root:${DB_PASSWORD}@db/app",
    "redis://:<password>@cache:6379",
    "https://user:pass@example.com/",
    "https://example.com:8080/a@b",
    'password = "changeme-changeme"',
    'secret = "my-super-secret-key"',
    "api_key: `YOUR_API_KEY_HERE`",
    'token = "${{ secrets.GITHUB_TOKEN }}"',
    "-----BEGIN PUBLIC KEY-----",
    "-----BEGIN PRIVATE KEY----- … -----END PRIVATE KEY-----",
    "sha256:" + "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "commit 44c9b2d6e889982ac18c27d05a19fefe335194e1",
    "task-sk-retry",
    "skeleton-of-a-plan",
    "v1.0-beta",
    "550e8400-e29b-41d4-a716-446655440000",
    "a/very/long/path/to/some/file_name.py::Class.method",
    "The field `client_secret` is read from the environment.",
    'password_field = "user.password.hash"',
    "Where we read the password:\n`src/auth/tokenStore2.py`",
    "npm_config_registry",
    "hf_transfer",
]


@pytest.mark.parametrize("text", SAMPLES)
def test_samples_placeholders_and_hashes_pass(text: str) -> None:
    assert find_secrets(text) == []


def test_overlapping_shapes_are_one_secret() -> None:
    text = f'api_key = "{SECRETS["openai-key"]}"'
    assert [one.kind for one in find_secrets(text)] == ["openai-key"]
    assert [one.kind for one in find_secrets(f"postgres://a:{SECRETS['github-token']}@h/x")] == [
        "github-token"
    ]


def test_many_secrets_are_all_found_in_reading_order() -> None:
    text = "\n".join(f"k{n} gh" + f"p_{made(ALNUM, 36, n)}" for n in range(300))
    found = find_secrets(text)
    assert [one.line for one in found] == list(range(1, 301))


def test_secrets_are_looked_for_in_every_plan_and_in_headers_too() -> None:
    assert RULES["GP609"].always
    case = read(PLAN, f"---\ntoken: {SECRETS['npm-token']}\n---\n## Goal\nShip.\n\n## Notes\nNo.\n")
    assert said("GP609", case) == ["This looks like a secret: `npm-token`"]
    assert find("GP609", case)[0].place.line == 2


@given(st.text(max_size=200))
def test_ordinary_text_holds_no_secret(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize(
    "piece",
    [
        "a:b@",
        "://",
        "postgres://a:",
        "sk-",
        "eyJaaaaaaaaaaaaaaaa.",
        "f",
        "secret='",
        "AKIA",
        "N.",
        "-----BEGIN A ",
        "gl",
        "passwordpass",
    ],
)
def test_hostile_text_is_searched_in_linear_time(piece: str) -> None:
    assert_linear(lambda count: find_secrets(piece * count), 3_000)
