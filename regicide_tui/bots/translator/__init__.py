"""Translates compiled functions to C, at build time.

`program` reads the functions of modules, `kinds` has the types of C, `inference` finds those of
names and expressions, and `source` writes the C. What they don't know is refused with its file and
line. Python runs the same functions with the same results, bit for bit.
"""
