"""Results as plain data with stable keys: what `--json` prints, and what other surfaces send.

Commands in it are values (`plan.hint.Run`, `Hint`): each surface spells them in its own way.
May import: the folders below it in `app`.
"""
