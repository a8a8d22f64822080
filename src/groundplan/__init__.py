"""groundplan: implementation plans that the codebase agrees with."""

__version__ = "0.1.0"
