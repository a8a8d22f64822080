"""The commands, one module per group: words parsed, a use case called, its result shown."""
