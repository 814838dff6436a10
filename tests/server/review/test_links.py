"""Links to a moment of a finished game."""

import pytest

from regicide_tui.server.model.visitor import ReviewLink, read_link


@pytest.mark.parametrize(
    ("command", "link"),
    [
        ("review 0123456789", ReviewLink("0123456789")),
        ("review 0123456789@0", ReviewLink("0123456789", 0)),
        ("review abcdef@12345", ReviewLink("abcdef", 12345)),
        ("review", None),
        ("review ", None),
        ("review ABC", None),
        ("review abc@", None),
        ("review abc@-1", None),
        ("review abc@123456", None),
        ("review abc@1 2", None),
        ("review abc\n", None),
        ("review abc; id", None),
        ("review " + "a" * 33, None),
        ("review abc@\N{ARABIC-INDIC DIGIT ONE}", None),
    ],
)
def test_a_link_is_read_only_if_it_is_one(command: str, link: ReviewLink | None) -> None:
    assert read_link(command) == link
    if link is not None:
        assert read_link(link.command) == link
