"""The one safe way to run anything but git: argv only, limits, confinement where the system has it, receipts.

May import: files, wording, plan.
"""
