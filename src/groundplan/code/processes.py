"""What this machine and this process allow of further processes."""

from __future__ import annotations

import os
import sys
import threading


def may_fork() -> bool:
    """Tell whether a copy of this process is safe to go on with: a lock another thread holds never opens."""
    return sys.platform == "linux" and threading.active_count() == 1


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
