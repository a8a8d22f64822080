"""What every test shares: how hard hypothesis looks, and a world without the developer's own settings."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

from groundplan.cli.main import COLLECTED_AFTER

# Derandomised, so that a red build is about the change and not about luck; "deep" looks for luck on purpose.
settings.register_profile("ci", derandomize=True, max_examples=50, deadline=None, database=None)
settings.register_profile(
    "deep",
    max_examples=2000,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# As a command of its own has it: with the default, looking for garbage is a tenth of the tests' time.
gc.set_threshold(COLLECTED_AFTER)


def pytest_collection_finish() -> None:
    """Leave what was collected out of every later search for garbage, and out of what a fork copies."""
    gc.collect()
    gc.freeze()


# What the caller has set for groundplan or git is for the caller's own work: GROUNDPLAN_VENV names an
# environment that a launcher's test would make anew, GIT_DIR a repository that every test would write to.
# VIRTUAL_ENV is that of ./check, wherever that lies; a receipt names one that lies in no usual place.
for name in [name for name in os.environ if name.startswith(("GROUNDPLAN_", "GIT_", "VIRTUAL_ENV"))]:
    del os.environ[name]

# A manager of versions puts scripts into the PATH that start a dozen shells before each Python.
paths = os.environ.get("PATH", os.defpath).split(os.pathsep)
after_ours = 1 if paths[0] == str(Path(sys.prefix, "bin")) else 0
os.environ["PATH"] = os.pathsep.join([*paths[:after_ours], f"{sys.base_prefix}/bin", *paths[after_ours:]])

# After every commit git would start two more processes to see whether there is something to tidy.
os.environ |= {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "maintenance.auto", "GIT_CONFIG_VALUE_0": "false"}

# A shell has background jobs ignore interrupts, and every command under test would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
