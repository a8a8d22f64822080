"""How a plan changes: drafted, judged, refused or saved; what is only proposed waits beside it.

May import: the folders below it in `app`.
"""
