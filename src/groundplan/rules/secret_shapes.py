"""The shapes of keys, tokens and passwords that services give out, each with its kind.

Every pattern starts at a fixed prefix or has bounded repetitions, so a text is read in linear time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    import re


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of secret; group 1 of the pattern, where it has one, is the part that must be kept."""

    kind: str
    pattern: re.Pattern[str]
    signs: tuple[str, ...]  # one of these stands in every match, so most texts need no search
    is_wordlike: bool = False  # a password may be any word, so it must look random to count


_START = r"(?<![A-Za-z0-9_])"
_ALNUM, _URL, _HEX = "[A-Za-z0-9]", "[A-Za-z0-9_-]", "[a-f0-9]"
_NAMED = (
    r"(?i:pass(?:word|wd)?|secret|api_?key|auth_?token|access_?token|client_?secret|private_?key)"
    r"[\"'`]?\s{0,4}[:=]\s{0,4}[\"'`]"
)
_AWS_NAMED = r"(?i:secret_?access_?key|aws_?secret(?:_?key)?)[\"'`]?\s{0,4}[:=]\s{0,4}[\"'`]?"
_DATABASE = (
    r"(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|oracle|clickhouse|cockroachdb|snowflake)"
    r"(?:\+\w{1,20})?"
)
_USER = r"[^\s:/@\"'`<>]"
_WORD = r"[^\s@/\"'`]"


def _token(kind: str, pattern: str, *signs: str) -> Shape:
    """Declare a token that stands alone: no letter or digit before it, none after it."""
    return Shape(kind, late_regex(f"{_START}({pattern})(?![A-Za-z0-9_])"), signs)


def _part(kind: str, pattern: str, *signs: str, wordlike: bool = False) -> Shape:
    """Declare a secret that is part of something longer; group 1 is the secret."""
    return Shape(kind, late_regex(pattern), signs, wordlike)


SHAPES: tuple[Shape, ...] = (
    _part(
        "private-key",
        r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----\s*[A-Za-z0-9+/=]{16}",
        "PRIVATE KEY",
    ),
    _token("age-secret-key", r"AGE-SECRET-KEY-1[0-9A-Z]{58}", "AGE-SECRET-KEY-1"),
    # Cloud providers
    _token("aws-access-key-id", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}", "AKIA", "ASIA", "ABIA", "ACCA"),
    _part("aws-secret-access-key", rf"{_AWS_NAMED}([A-Za-z0-9/+]{{40}})(?![A-Za-z0-9/+=])", "ecret", "ECRET"),
    _token("google-api-key", rf"AIza{_URL}{{35}}", "AIza"),
    _token("google-oauth-secret", rf"GOCSPX-{_URL}{{28}}", "GOCSPX-"),
    _token("google-oauth-token", rf"ya29\.{_URL}{{40,400}}", "ya29."),
    _part("azure-storage-key", r"AccountKey=([A-Za-z0-9+/]{86}==)", "AccountKey="),
    _part("azure-shared-access-signature", r"[?&]sig=([A-Za-z0-9%]{40,120}%3D)", "sig="),
    _part("azure-client-secret", r"(?<![\w~.-])([\w~.-]{3}\dQ~[\w~.-]{31,34})(?![\w~.-])", "Q~"),
    _token("digitalocean-token", rf"do[opr]_v1_{_HEX}{{64}}", "_v1_"),
    _token("cloudflare-origin-key", rf"v1\.0-{_HEX}{{24}}-{_HEX}{{100,200}}", "v1.0-"),
    _token("heroku-key", rf"HRKU-{_URL}{{36,80}}", "HRKU-"),
    _token("databricks-token", rf"dapi{_HEX}{{32}}(?:-\d)?", "dapi"),
    _token("doppler-token", r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,60}", "dp."),
    _token("supabase-token", rf"sbp_{_HEX}{{40}}", "sbp_"),
    # Code hosts, registries and pipelines
    _token("github-token", rf"gh[pousr]_{_ALNUM}{{36,255}}", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    _token("github-fine-grained-token", rf"github_pat_{_ALNUM}{{22}}_{_ALNUM}{{59}}", "github_pat_"),
    _token("gitlab-token", rf"gl(?:pat|rt|dt|ptt|cbt|soat|ft|agent|imt|oas)-{_URL}{{20,64}}", "gl"),
    _token("atlassian-token", r"ATATT3[A-Za-z0-9_=-]{100,300}", "ATATT3"),
    _token("npm-token", rf"npm_{_ALNUM}{{36}}", "npm_"),
    _token("pypi-token", rf"pypi-AgE{_URL}{{50,400}}", "pypi-"),
    _token("rubygems-key", rf"rubygems_{_HEX}{{48}}", "rubygems_"),
    _token("docker-hub-token", rf"dckr_pat_{_URL}{{27}}", "dckr_pat_"),
    _token("vault-token", rf"hv[sbr]\.{_URL}{{24,200}}", "hvs.", "hvb.", "hvr."),
    _token("terraform-token", rf"{_ALNUM}{{14}}\.atlasv1\.[A-Za-z0-9_=-]{{60,70}}", ".atlasv1."),
    # Models
    _token("anthropic-key", rf"sk-ant-[a-z0-9]{{2,10}}-{_URL}{{20,200}}", "sk-ant-"),
    _token("openrouter-key", rf"sk-or-v1-{_HEX}{{64}}", "sk-or-v1-"),
    _token("openai-key", rf"sk-(?:proj|svcacct|admin)-{_URL}{{40,200}}|sk-{_ALNUM}{{32,64}}", "sk-"),
    _token("hugging-face-token", rf"hf_{_ALNUM}{{34}}", "hf_"),
    _token("groq-key", rf"gsk_{_ALNUM}{{52}}", "gsk_"),
    _token("replicate-token", rf"r8_{_ALNUM}{{37}}", "r8_"),
    _token("perplexity-key", rf"pplx-{_ALNUM}{{48}}", "pplx-"),
    # Payment, mail, chat, monitoring
    _token("stripe-key", rf"[sr]k_(?:live|test)_{_ALNUM}{{20,200}}", "k_live_", "k_test_"),
    _token("stripe-webhook-secret", r"whsec_[A-Za-z0-9+/]{24,80}", "whsec_"),
    _token("square-token", rf"sq0(?:atp|csp|idp)-{_URL}{{22,43}}", "sq0"),
    _token("shopify-token", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}", "shp"),
    _token("twilio-key", rf"SK{_HEX}{{32}}", "SK"),
    _token("sendgrid-key", rf"SG\.{_URL}{{22}}\.{_URL}{{43}}", "SG."),
    _token("mailgun-key", rf"key-{_HEX}{{32}}", "key-"),
    _token("mailchimp-key", rf"{_HEX}{{32}}-us\d{{1,2}}", "-us"),
    _token("slack-token", r"xox[abeoprs]-[A-Za-z0-9-]{16,255}", "xox"),
    _token("slack-app-token", rf"xapp-\d-[A-Z0-9]{{8,20}}-\d{{8,20}}-{_HEX}{{32,80}}", "xapp-"),
    _part(
        "slack-webhook",
        rf"hooks\.slack\.com/(?:services|workflows)/(T[A-Z0-9]{{6,14}}/[A-Z0-9]{{6,14}}/{_ALNUM}{{18,40}})",
        "hooks.slack",
    ),
    _token("discord-token", rf"[MNO]{_URL}{{23,27}}\.{_URL}{{6}}\.{_URL}{{27,40}}", "."),
    _part(
        "discord-webhook", rf"discord(?:app)?\.com/api/webhooks/(\d{{16,20}}/{_URL}{{60,80}})", "api/webhooks"
    ),
    _token("telegram-bot-token", rf"\d{{8,10}}:AA{_URL}{{33}}", ":AA"),
    _token("new-relic-key", r"NRAK-[A-Z0-9]{27}", "NRAK-"),
    _token(
        "grafana-token", rf"glsa_{_ALNUM}{{32}}_{_HEX}{{8}}|glc_[A-Za-z0-9+/=]{{40,200}}", "glsa_", "glc_"
    ),
    _token("sentry-token", r"sntry[su]_[A-Za-z0-9+/=_-]{40,300}", "sntry"),
    _token("postman-key", rf"PMAK-{_HEX}{{24}}-{_HEX}{{34}}", "PMAK-"),
    _token("linear-key", rf"lin_api_{_ALNUM}{{40}}", "lin_api_"),
    _token("notion-token", rf"ntn_{_ALNUM}{{40,60}}|secret_{_ALNUM}{{43}}", "ntn_", "secret_"),
    _token("figma-token", rf"figd_{_URL}{{40,60}}", "figd_"),
    # Not one service's
    _token("json-web-token", rf"eyJ{_URL}{{12,2000}}\.eyJ{_URL}{{12,4000}}\.{_URL}{{16,2000}}", "eyJ"),
    _part("database-url", rf"{_DATABASE}://{_USER}{{0,64}}:({_WORD}{{3,128}})@[\w.-]", "://", wordlike=True),
    _part("url-password", rf"https?://{_USER}{{1,64}}:({_WORD}{{6,128}})@[\w.-]", "://", wordlike=True),
    _part("assigned-secret", rf"{_NAMED}([^\s\"'`]{{16,128}})[\"'`]", "=", ":", wordlike=True),
)
