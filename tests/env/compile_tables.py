"""Compiles the tables before several processes of tests wait for their machine code.

`python -m tests.env.compile_tables`
"""

from regicide_tui.env.tables import Tables

if __name__ == "__main__":
    tables = Tables("regicide", 1, 1)
    tables.step(tables.sample())
    tables.step_one(int(tables.sample()[0]))
    tables.play_randomly(1)
    tables.put(0, tables.encoded[0].copy())
