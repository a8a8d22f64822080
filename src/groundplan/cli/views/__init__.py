"""What results look like in a terminal: one module per subject, each a function of a screen and a result."""
