"""Fill an index and print its CPU time, workers and git included: `fill.py <repository> <cache folder>`."""

from __future__ import annotations

import os
import pathlib
import sys

from groundplan.code.index import open_index
from groundplan.git.repository import find_repository

if __name__ == "__main__":
    before = os.times()
    with open_index(find_repository(pathlib.Path(sys.argv[1])), cache=pathlib.Path(sys.argv[2])) as index:
        index.refresh()
        assert not index.notice, index.notice
    after = os.times()
    print(sum(after[:4]) - sum(before[:4]))
