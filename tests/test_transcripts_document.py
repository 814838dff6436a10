"""The examples in the document of transcripts are what the program reads and writes."""

import re
from pathlib import Path

import pytest

from regicide_tui.play.transcript import BadTranscript, read_transcript, write_transcript

TEXT = (Path(__file__).parents[1] / "docs" / "transcripts.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"(?s)```\n(game=.*?)```", TEXT)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_read_and_written_the_same(example: str) -> None:
    assert write_transcript(read_transcript(example)) == example


def test_there_is_an_example_of_a_whole_game_and_one_of_king_of_the_dead() -> None:
    found = [read_transcript(example).history for example in EXAMPLES]
    assert any(history.over for history in found)
    assert any(history.game.name == "king_of_the_dead" and history.moves for history in found)


def test_the_refusal_that_is_shown_is_one_of_the_program() -> None:
    (line, action, why) = re.findall(r"game\.txt: Line (\d+), '(\w+)': (.*)", TEXT)[0]
    begun = "game=regicide players=2 seed=S1\n4C\n"
    with pytest.raises(BadTranscript) as refused:
        read_transcript(f"{begun}{action}\n")
    assert str(refused.value) == f"Line {line}, '{action}': {why}"
