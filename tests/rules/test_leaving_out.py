"""What may be a secret does not get into what a model is sent; code, words and samples stay as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from growth import assert_linear
from planted_secrets import PLANTED

from groundplan.rules.secrets import leave_out_secrets

if TYPE_CHECKING:
    from planted_secrets import Planted

EACH = pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.kind)


def test_more_than_thirty_kinds_are_planted() -> None:
    assert len({planted.kind for planted in PLANTED}) > 30


@EACH
def test_a_planted_secret_is_left_out_and_nothing_around_it(planted: Planted) -> None:
    for text in (planted.text, f"before {planted.text}", f"```\n{planted.text}```\n", f"| `{planted.text}"):
        clean = leave_out_secrets(f"Look:\n{text}after")
        assert not planted.leaks_into(clean), clean
        assert "left out›" in clean
        assert clean.startswith("Look:\n")
        assert clean.endswith("after")


BELOW = [
    "password:\n  @@\n",
    "password:\r\n  @@\r\n",
    "db_password: |\n    @@\n",
    "password: >-  # of staging\n\n  @@\n",
    "password:\n  - @@\n",
    'password: !!str |\n  "@@"\n',
    '{"password":\n  "@@"}\n',
    '"password"\n:\n"@@"\n',
    "DB_PASSWORD\n@@\n",
    "12 DB_PASSWORD\n13 @@\n",
    "DB_PASSWORD=\\\n@@\n",
    "- name: DB_PASSWORD\n  value: @@\n",
    '"name": "DB_PASSWORD",\n"value": "@@"\n',
    'variable "db_password" {\n  default = "@@"\n}\n',
    "password = (\n    '@@'\n)\n",
    'password = """\n@@\n"""\n',
    "The password:\n\n```text\n@@\n```\n",
    "| Password |\n|--|\n| @@ |\n",
    "<password>\n  @@\n</password>\n",
    '<add key="Password"\n     value="@@"/>\n',
    '{"read": "password:\\n  @@\\nuser: upload"}\n',
    "The password is @@.\n",
]


@pytest.mark.parametrize("form", BELOW)
@pytest.mark.parametrize("secret", ["Xk9vQ2mLp0Zr", "hunter2zebra99X"])
def test_a_secret_on_a_line_below_its_name_is_left_out_and_nothing_around_it(form: str, secret: str) -> None:
    clean = leave_out_secrets(form.replace("@@", secret))
    assert clean.rstrip(".\n") == form.replace("@@", "‹secret left out›").rstrip(".\n")
    assert leave_out_secrets(clean) == clean


def test_every_line_of_a_secret_below_its_name_is_left_out() -> None:
    clean = leave_out_secrets("token: >-\n  Xk9vQ2mLp0Zr77\n  aB3dE5fG7hI9\nuser: upload\n")
    assert clean == "token: >-\n  ‹secret left out›\n  ‹secret left out›\nuser: upload\n"


@EACH
def test_what_was_left_out_once_stays_as_it_is(planted: Planted) -> None:
    once = leave_out_secrets(planted.text)
    assert leave_out_secrets(once) == once


def test_a_key_without_its_last_line_is_left_out_as_far_as_it_goes() -> None:
    block = PLANTED[0]
    cut = block.text.partition("-----END")[0]
    assert not block.leaks_into(leave_out_secrets(f"{cut}"))
    assert leave_out_secrets(f"{cut}def upload():\n").endswith("def upload():\n")


@pytest.mark.parametrize(
    "text",
    [
        "password = os.environ['DB_PASSWORD']",
        "token = request.headers.get('X-Token')",
        "token: str | None = None",
        "def check(password: str, token: str = '') -> bool:",
        "password2 = user.password2",
        "auth = OAuth2PasswordBearer(tokenUrl='login')",
        "secret = base64.b64decode(value)",
        "access_token=create_access_token(user.id, expires)",
        "const apiKey = process.env.API_KEY_V2;",
        "DB_PASSWORD=changethis",
        "password = 'hunter2'",
        "API_KEY=your-api-key-goes-here-123",
        "Authorization: Bearer ${TOKEN}",
        "Authorization: Bearer <your token>",
        "postgres://user:password@localhost:5432/app",
        "https://example.org/a/b?token=…",
        "session_timeout = 3600s",
        "tokens: 200000",
        "token_type = 'access_token_v2'",
        "secret_name: projects/house/secrets/upload-signing/versions/latest",
        "src/groundplan/planner/challenges/catalogue.py::find_challenges_that_hold_for_this",
        'integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8KuxyFzcPNYHVuKb6Zq0jY6mSg8Uqp7Xh3"',
        "commit 3f2b8c1d9e7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c",
        "The cookie is set by `set_session_cookie` in `src/session2.py`.",
        "login(password=form.password.data)",
        "prepareRepoPR(t, user12Session, user12Session, repo10)",
        "isSessionless := allowOAuth2 || allowBasic",
        "Saml2X509Credential signing = Saml2X509Credential.signing(this.key)",
        "The password:\nthen the code follows in `src/auth/tokenStore2.py`\n",
        "How we keep the token:\n`src/auth/tokenStore2.py`\n",
        "token\nSaml2X509Credential\n",
        "token:\n  type: string\n  format: oauth2\n",
        "auth:\n  - oauth2\n  - x509\n",
        "password = (\n    sha256Digest8a7b6c(request)\n)",
        "'crypto_secretbox',\n'crypto_secretstream_xchacha20poly1305_pull',\n",
        "Mind the secret.\nB2B3X7Q9K1 is the name of the release",
        "API_KEY\nAWS_REGION_2\n",
        "password:\n  changeme-changeme-1A2b3C\n",
    ],
)
def test_code_words_and_samples_stay_as_they_are(text: str) -> None:
    assert leave_out_secrets(text) == text


@pytest.mark.parametrize(
    "piece",
    [
        "-----BEGIN RSA " + "PRIVATE KEY-----\n",
        "password:",
        "token: str = ",
        "://a:b",
        "Bearer a1",
        "login x password ",
        "Ab1/",
        "$6$a",
        "password:\n",
        "password\n",
        "token: |\nXk9vQ2mLp0Zr\n",
        "key'\\n",
        "password: Xk9vQ2mLp0Zr\\n",
    ],
)
def test_leaving_out_takes_linear_time(piece: str) -> None:
    assert_linear(lambda size: leave_out_secrets(piece * size), 4_000)
