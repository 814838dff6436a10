"""What the installed package promises besides its code."""

from importlib.resources import files


def test_the_package_tells_type_checkers_that_it_has_types() -> None:
    assert (files("regicide_tui") / "py.typed").is_file()
