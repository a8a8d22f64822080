"""Python read by linear patterns over masked text: quicker than a syntax tree, also over broken files."""
