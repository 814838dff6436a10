"""Translates compiled functions to C, at build time.

`program` reads the functions of modules and the types of their names, `expressions` writes
expressions, and `source` writes the rest of the C. Unsupported code is refused with its file and
line. Python runs the same functions with the same results, bit for bit.
"""
