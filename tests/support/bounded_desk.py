"""A desk whose commands may use little memory and time, so that an attack on either is a failed test."""

from __future__ import annotations

import resource
from typing import NoReturn

from desk import Desk

MEMORY = 3 << 30
SECONDS = 15  # of the processor, so that a busy machine makes no difference


class BoundedDesk(Desk):
    pipe = Desk.spawn  # only a process of its own can be bounded

    def _be_groundplan(
        self, words: tuple[str, ...], environ: dict[str, str], streams: tuple[int, ...]
    ) -> NoReturn:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        super()._be_groundplan(words, environ, streams)
