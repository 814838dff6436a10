"""Frames in a stream of bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.server.storage import frames
from regicide_tui.server.storage.frames import BadFrame, Decoder, Frame, encode

some_frames = st.lists(st.builds(Frame, st.integers(0, 255), st.binary(max_size=50)), max_size=8)


@given(some_frames, st.lists(st.integers(0, 400), max_size=12))
def test_frames_come_out_as_they_went_in_however_the_stream_is_cut(
    sent: list[Frame], cuts: list[int]
) -> None:
    stream = b"".join(map(encode, sent))
    places = sorted({0, len(stream), *(min(cut, len(stream)) for cut in cuts)})
    decoder = Decoder()
    found = [
        frame
        for start, end in zip(places, [*places[1:], len(stream)], strict=True)
        for frame in decoder.feed(stream[start:end])
    ]
    assert found == sent


@given(some_frames, st.integers(1, 60))
def test_a_frame_that_is_not_complete_is_not_given_out(sent: list[Frame], missing: int) -> None:
    stream = b"".join(map(encode, sent))
    found = [*Decoder().feed(stream[: max(0, len(stream) - missing)])]
    assert found == sent[: len(found)]
    assert len(found) < len(sent) or not sent


@pytest.mark.parametrize("length", [frames.LONGEST + 1, 2**32 - 1])
def test_a_frame_that_claims_to_be_too_long_is_refused_before_it_is_kept(length: int) -> None:
    with pytest.raises(BadFrame, match=f"{length}"):
        [*Decoder().feed(length.to_bytes(4, "big") + b"\x00")]


def test_no_frame_is_sent_that_nobody_would_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "LONGEST", 3)
    assert [*Decoder().feed(encode(Frame(1, b"abc")))] == [Frame(1, b"abc")]
    with pytest.raises(BadFrame):
        encode(Frame(1, b"abcd"))
