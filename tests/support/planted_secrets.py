"""Secrets as they lie around in repositories, each in its usual surroundings; made here, nobody's own."""

from __future__ import annotations

import base64
import random
import string
from dataclasses import dataclass

_CHOSEN = random.Random(2026)
_ALNUM, _HEX = string.ascii_letters + string.digits, "0123456789abcdef"


@dataclass(frozen=True)
class Planted:
    """A text with a secret in it, and the parts that nobody may see."""

    kind: str
    text: str
    parts: tuple[str, ...]

    def leaks_into(self, text: str) -> bool:
        return any(part in text or part[-12:] in text for part in self.parts)


def _made(letters: str, count: int) -> str:
    """Make a text with a digit near its beginning: letters alone may be a word."""
    rest = "".join(_CHOSEN.choice(letters) for _ in range(count - 4))
    return "".join(map(_CHOSEN.choice, ("bcdf", "3456789", "abcd", "56789"))) + rest


def _alnum(count: int) -> str:
    return _made(_ALNUM, count)


def _hex(count: int) -> str:
    return _made(_HEX, count)


def _base64(count: int) -> str:
    return base64.b64encode(_CHOSEN.randbytes(count)).decode()


def _block(kind: str, head: str = "", lead: str = "", join: str = "\n") -> Planted:
    lines = [_base64(48) for _ in range(12)]
    whole = [f"-----BEGIN {kind}-----", *head.split("\n")[:-1], *lines, f"-----END {kind}-----"]
    return Planted(f"{kind}{head[:4]}{lead}", join.join(lead + line for line in whole) + "\n", tuple(lines))


def _one(kind: str, form: str, secret: str) -> Planted:
    return Planted(kind, f"{form.replace('@@', secret)}\n", (secret,))


_JWT = "ey" + "J"
PLANTED = (
    _block("RSA " + "PRIVATE KEY"),
    _block("EC " + "PRIVATE KEY"),
    _block("OPENSSH " + "PRIVATE KEY"),
    _block("ENCRYPTED " + "PRIVATE KEY", lead="    "),
    _block("RSA " + "PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB\n\n"),
    _block("PGP " + "PRIVATE KEY BLOCK", "Version: GnuPG v2\n\n"),
    _block("PRIVATE" + " KEY", lead="> "),
    _block("PRIVATE" + " KEY", lead="  12 | "),
    _block("PRIVATE" + " KEY", join="\\n"),
    _one("aws id", "aws_access_key_id = @@", "AK" + "IA" + "Q7RZ5XK2WNM3LT4B"),
    _one("aws secret", "aws_secret_access_key = @@", _alnum(40)),
    _one("github", "https://@@@github.com/a/b.git", "gh" + "p_" + _alnum(36)),
    _one("gitlab", "CI_TOKEN: @@", "gl" + "pat-" + _alnum(20)),
    _one("gitlab in url", "https://oauth2:@@@gitlab.com/a/b.git", _alnum(24)),
    _one("slack", "client = Slack('@@')", "xo" + "xb-" + _alnum(12) + "-" + _alnum(24)),
    _one("stripe", "stripe.api_key = '@@'", "sk_" + "live_" + _alnum(24)),
    _one("google", "maps?key=@@", "AI" + "za" + _alnum(35)),
    _one("azure storage", "AccountName=x;Account" + "Key=@@", _base64(64)),
    _one("azure bus", "Endpoint=sb://x/;SharedAccessKey=@@", _base64(32)),
    _one("jwt", "Authorization: Bearer @@", f"{_JWT}{_alnum(30)}.{_JWT}{_alnum(60)}.{_alnum(43)}"),
    _one("bearer", "Authorization: Bearer @@", _alnum(40)),
    _one("basic", "Authorization: Basic @@", base64.b64encode(f"ada:{_alnum(12)}".encode()).decode()),
    _one("api key header", "X-Api-Key: @@", _alnum(32)),
    _one("npm", "//registry.npmjs.org/:_authToken=@@", "np" + "m_" + _alnum(36)),
    _one("npm basic", "_auth=@@", _base64(24)),
    _one("pypi", "password = @@", "py" + "pi-AgE" + _alnum(80)),
    _one("database", "DATABASE_URL=postgres" + "://app:@@@db.internal:5432/app", _alnum(14)),
    _one("redis", "redis://:@@@cache:6379/0", _alnum(16)),
    _one("ftp", "ftp://ada:@@@files.internal", _alnum(14)),
    _one("basic auth", "https" + "://deploy:@@@git.internal/x.git", _alnum(14)),
    _one("jdbc", "jdbc:mysql://db/app?user=ada&password=@@", _alnum(14)),
    _one("connection string", "Server=db;User Id=sa;Password=@@;", _alnum(14)),
    _one("dotenv", "DB_PASSWORD=@@", _alnum(16)),
    _one("dotenv signs", "DB_PASSWORD=@@", f"p#{_alnum(10)}!x9"),
    _one("exported", "export SECRET_KEY=@@", _alnum(32)),
    _one("yaml", "  password: @@", _alnum(16)),
    _one("json", '{"password": "@@"}', _alnum(14)),
    _one("properties", "spring.datasource.password=@@", _alnum(14)),
    _one("xml", "<password>@@</password>", _alnum(14)),
    _one("php", "define('DB_PASSWORD', '@@');", _alnum(14)),
    _one("python", 'token: str = "@@"', _alnum(32)),
    _one("go", 'password := "@@"', _alnum(14)),
    _one("heroku", "HEROKU_API_KEY=@@", f"{_hex(8)}-{_hex(4)}-{_hex(4)}-{_hex(4)}-{_hex(12)}"),
    _one("twilio", "TWILIO_AUTH_TOKEN=@@", _hex(32)),
    _one("datadog", "DD_API_KEY=@@", _hex(32)),
    _one("sendgrid", "key = @@", "S" + "G." + _alnum(22) + "." + _alnum(43)),
    _one("telegram", "https://api.telegram.org/bot@@/send", "987236541" + ":A" + "A" + _alnum(33)),
    _one("discord", "bot.run('@@')", "M" + _alnum(25) + "." + _alnum(6) + "." + _alnum(38)),
    _one("openai", "OPENAI_API_KEY=@@", "sk-" + "proj-" + _alnum(120)),
    _one("anthropic", "x-api-key: @@", "sk-" + "ant-api03-" + _alnum(93)),
    _one("hugging face", "login(token='@@')", "h" + "f_" + _alnum(34)),
    _one("digitalocean", "doctl auth init -t @@", "dop_" + "v1_" + _hex(64)),
    _one("vault", "VAULT_TOKEN=@@", "hv" + "s." + _alnum(90)),
    _one("kubeconfig token", "    token: @@", f"{_alnum(16)}.{_alnum(16)}"),
    _one("kubeconfig key", "    client-key-data: @@", _base64(600)),
    _one("docker", '{"auths": {"https://index.docker.io/v1/": {"auth": "@@"}}}', _base64(24)),
    _one("netrc", "machine api.internal login ada password @@", _alnum(12)),
    Planted("netrc lines", "machine h\n  login ada\n  password wordlike\n", ("password wordlike",)),
    _one("htpasswd", "ada:@@", f"$apr1${_alnum(8)}${_alnum(22)}"),
    _one("htpasswd bcrypt", "ada:@@", f"$2y$05${_alnum(53)}"),
    _one("shadow", "root:@@:18000:0:99999:7:::", f"$6${_alnum(16)}${_alnum(86)}"),
    _one("curl", "curl -u ada:@@ https://api.internal", _alnum(12)),
    _one("rails", "secret_key_base: @@", _hex(128)),
)  # fmt: skip
