"""The parts of an evidence pack, one module each: where, who calls, habits, packages, past."""
