"""Compiles the tables before several processes of tests wait for their machine code.

`python -m tests.env.compile_tables`
"""

from regicide_tui.env.tables import Tables

if __name__ == "__main__":
    Tables("regicide", 1, 1)
