"""Pictures of pixels, as text: a row is a string, a letter is a pixel, a dot is the ground.

A cell shows two pixels, one above the other, so pixels are about square. For court cards, the rows
give the left half, which is mirrored; patches on top break the symmetry. The colours of the letters
are in `colours.py`: some are fixed, others depend on the suit.
"""

from collections.abc import Mapping
from functools import cache

from regicide_tui.games.base import Value

PixelRows = tuple[str, ...]
"""Rows of pixels, all of the same width."""

Patch = tuple[int, int, str]
"""A patch on a picture: its column, its row and its pixels."""


class Half(Value):
    """The left half of a picture, and the patches on the whole picture.

    With `shared`, both halves share the middle column.
    """

    rows: PixelRows
    patches: tuple[Patch, ...] = ()
    shared: bool = True


def _rows(text: str) -> PixelRows:
    return tuple(text.split())


# k outline, g G y gold, s S r skin, w W white, e eye, m mouth; by suit: a b c d j cloth, h H hair.

_COURT: Mapping[str, Half] = {
    "KL": Half(
        _rows(
            """
            .........k
            ..k.....kg
            .kgk...kgj
            .kygk.kyjj
            .kyggkyggj
            .kyggggggg
            ..kGjGGjGG
            ..kkkkkkkk
            ..khhhhhhh
            .khhHsssss
            .khHssssss
            .khHkkksss
            .khHswesss
            .khHssssss
            .khHrrsssS
            .khhHrssSS
            .kHhhhhhhh
            .kHhhhhhHk
            ..kHhhhhhm
            ..kHhHhhhh
            .kkkHhHhhh
            kddkkHhHhh
            kaadwkHhHh
            kaadwwkHhh
            kabawkwkHh
            kabaawwwkk
            kabaaawkwg
            kabaadawgj
            """
        ),
        ((13, 12, "we"),),
        shared=False,
    ),
    "QL": Half(
        _rows(
            """
            ..........
            .........k
            ....k...kj
            ...kyk.kyg
            ...kygkygg
            ...kGjGGjG
            ..kkkkkkkk
            .khhhhhhhh
            khhhhhhHHs
            khhHhhssss
            khhHHsssss
            khhHskkkss
            khhHswesss
            khhHssssss
            khHHrrsssS
            khHhrrssss
            khHhssssmm
            khHhHssssm
            khhHhHsssS
            khhHhhkSSs
            .khHhHkyss
            kkhHhkdsgy
            kakhkddssg
            kaakkaddsg
            kaabcaddcs
            kabaacaadc
            kabaaacaag
            kabaaaacgj
            """
        ),
        ((13, 12, "we"),),
        shared=False,
    ),
    "JL": Half(
        _rows(
            """
            ..........
            ......kkkk
            ....kkdaaa
            ...kdaaaaa
            ..kdaaaaaa
            ..kabaaaaa
            ..kbbbbbbb
            ..kGgyggGg
            .kkkkkkkkk
            .khhhhhhhh
            .khhHhhhss
            .khHhsssss
            .khHskksss
            .khHswesss
            .khHssssss
            .khHrrsssS
            .khHrrssss
            .khHHsssmm
            .kHhHsssss
            ..kHkSSsss
            ...kkckSSs
            ..kdckckss
            .kddackccs
            kadaaackcc
            kaaadaackc
            kabaaaaacg
            kabaadaaag
            kabaaaaacg
            """
        ),
        (
            (13, 0, ".kkkk."),
            (12, 1, "kwwwWk"),
            (12, 2, "kwWwwwk"),
            (13, 3, "kwwWwk"),
            (14, 4, "kwWk"),
            (14, 5, "kwk"),
            (14, 6, "kk"),
            (13, 13, "we"),
        ),
        shared=False,
    ),
    "KM": Half(
        _rows(
            """
            .g..g.
            .gg.gj
            .ggggg
            .GjGjG
            .hhhhh
            hhssss
            hhkkss
            hhsess
            hhrssS
            hhhhhh
            .hhhmm
            .Hhhhh
            aaHhhh
            aawHhh
            abawwH
            abaawg
            """
        ),
    ),
    "QM": Half(
        _rows(
            """
            ......
            ..g..g
            ..ggjg
            .hGjGj
            .hhhhh
            hhhhss
            hhssss
            hhsess
            hhrssS
            hhrssm
            hhhsss
            hHhSss
            hhacsy
            hHaacs
            abaaac
            abaaaa
            """
        ),
    ),
    "JM": Half(
        _rows(
            """
            ......
            ..aaaa
            .adaaa
            .abbbb
            .gyggg
            .hhhhh
            .hhsss
            .hhess
            .hhssS
            .hrssm
            .hhsss
            ..hSss
            .dcSss
            adaccs
            abaacc
            abaaag
            """
        ),
        (
            (7, 0, ".ww"),
            (7, 1, "wwW"),
            (7, 2, "wW"),
            (7, 3, "w"),
        ),
    ),
    "KS": Half(
        _rows(
            """
            g.g
            ggg
            hes
            hhh
            """
        ),
    ),
    "QS": Half(
        _rows(
            """
            ..g
            hgj
            hes
            hsm
            """
        ),
    ),
    "JS": Half(
        _rows(
            """
            .aa
            gga
            hes
            .sm
            """
        ),
        ((3, 0, "ww"),),
    ),
}
"""The halves of the court cards by rank and size: L is 20 by 28 pixels, M 11 by 16, S 5 by 4."""

HIDDEN: Mapping[str, PixelRows] = {
    "K": _rows("x.x.x xxxxx .xxx. xxxxx"),
    "Q": _rows("..x.. .xxx. .xxx. xxxxx"),
    "J": _rows(".xxx. xxxx. .xxx. xxxxx"),
}
"""The silhouettes of royals that are still hidden, by rank."""

PIPS: Mapping[str, PixelRows] = {
    "C": _rows("..xxx.. ..xxx.. xxxxxxx xxxxxxx xxxxxxx ...x... ..xxx.."),
    "D": _rows("...x... ..xxx.. .xxxxx. xxxxxxx .xxxxx. ..xxx.. ...x..."),
    "H": _rows(".xx.xx. xxxxxxx xxxxxxx xxxxxxx .xxxxx. ..xxx.. ...x..."),
    "S": _rows("...x... ..xxx.. .xxxxx. xxxxxxx xxxxxxx xx.x.xx ..xxx.."),
}
"""Large signs of the suits, for Aces."""

CROWN = _rows(
    """
    .............yg.............
    ............yggG............
    ............kggk............
    .yg..........kk..........gG.
    yggG........kggk........yggG
    kggk.......kyggGk.......kggk
    .kk........kyggGk........kk.
    .kgk......kygjjgGk......kgk.
    .kygk.....kygjjgGk.....kgGk.
    .kyggk...kyggjjggGk...kggGk.
    .kyyggk.kyyggggggGGk.kgggGk.
    ..kyyggkyyggggggggGGkgggGk..
    ..kyygggyyggggggggGGgggGGk..
    ..kyyggggyggggggggGgggGGGk..
    ...kyyggggggggggggggggGGk...
    ...kkkkkkkkkkkkkkkkkkkkkk...
    ...kyyyygggggggggggggGGGk...
    ...kgwgjjggwggjjggwggjjGk...
    ...kggggggggggggggggggGGk...
    ...kGGGGGGGGGGGGGGGGGGGGk...
    ....kkkkkkkkkkkkkkkkkkkk....
    """
)

SKULL = _rows(
    """
    ......kkkkkkkk......
    ....kkwwwwwwwwkk....
    ...kwwwwwwwwwwwWk...
    ..kwwwwwwwwwwwwwWk..
    ..kwwwwwwwwwwwwwWk..
    ..kwwwwwwwwwwwwwWk..
    ..kwkkkkwwwwkkkkWk..
    ..kwkkjkwwwwkjkkWk..
    ..kwkkkkwwwwkkkkWk..
    ..kwwkkwwkkwwkkwWk..
    ...kwwwwwkkwwwwWk...
    ....kkwwwwwwwwkk....
    .....kwkwkwkwWk.....
    .....kwkwkwkwWk.....
    ......kkkkkkkk......
    """
)

CIRCLET = _rows(
    """
    .......yg.......
    y.....yggG.....G
    gg...yggggG...gG
    yggggggggggggggG
    gggjggggjjgggjGG
    GGGGGGGGGGGGGGGG
    """
)
"""The crown of the King of the Dead, above the skull."""

TWO_CROWNS = tuple(
    [
        f"{row}..{row}"
        for row in _rows(
            """
            .....kgk.....
            kk..kyggk..kk
            kyk.kyggk.kGk
            kygkyyggGkgGk
            kyggyyggGggGk
            kyyygggggGGGk
            kkkkkkkkkkkkk
            kygjggwggjgGk
            kGGGGGGGGGGGk
            .kkkkkkkkkkk.
            """
        )
    ]
)
"""The crowns of two players after a draw."""

JESTER = _rows(
    """
    .g...g.
    aa.g.bb
    aaabbbb
    .aaabb.
    .sssss.
    .seses.
    ..sms..
    babybab
    """
)

DIGITS: tuple[PixelRows, ...] = (
    _rows(".xxx. xx.xx xx.xx xx.xx xx.xx .xxx."),
    _rows(".xx. xxx. .xx. .xx. .xx. xxxx"),
    _rows("xxxx. ...xx ..xx. .xx.. xx... xxxxx"),
    _rows("xxxx. ...xx .xxx. ...xx ...xx xxxx."),
    _rows("xx.xx xx.xx xxxxx ...xx ...xx ...xx"),
    _rows("xxxxx xx... xxxx. ...xx ...xx xxxx."),
    _rows(".xxx. xx... xxxx. xx.xx xx.xx .xxx."),
    _rows("xxxxx ...xx ..xx. ..xx. .xx.. .xx.."),
    _rows(".xxx. xx.xx .xxx. xx.xx xx.xx .xxx."),
    _rows(".xxx. xx.xx xx.xx .xxxx ...xx .xxx."),
)
"""The ten digits, six pixels high."""

LETTERS: Mapping[str, PixelRows] = {
    "R": _rows("xxxxx. xx..xx xx..xx xxxxx. xx.xx. xx..xx xx..xx"),
    "E": _rows("xxxxxx xx.... xx.... xxxxx. xx.... xx.... xxxxxx"),
    "G": _rows(".xxxx. xx..xx xx.... xx.xxx xx..xx xx..xx .xxxx."),
    "I": _rows("xxxx .xx. .xx. .xx. .xx. .xx. xxxx"),
    "C": _rows(".xxxx. xx..xx xx.... xx.... xx.... xx..xx .xxxx."),
    "D": _rows("xxxxx. xx..xx xx..xx xx..xx xx..xx xx..xx xxxxx."),
    "V": _rows("xx..xx xx..xx xx..xx xx..xx xx..xx .xxxx. ..xx.."),
    "T": _rows("xxxxxx ..xx.. ..xx.. ..xx.. ..xx.. ..xx.. ..xx.."),
    "O": _rows(".xxxx. xx..xx xx..xx xx..xx xx..xx xx..xx .xxxx."),
    "Y": _rows("xx..xx xx..xx .xxxx. ..xx.. ..xx.. ..xx.. ..xx.."),
    "A": _rows(".xxxx. xx..xx xx..xx xxxxxx xx..xx xx..xx xx..xx"),
    "F": _rows("xxxxxx xx.... xx.... xxxxx. xx.... xx.... xx...."),
    "L": _rows("xx.... xx.... xx.... xx.... xx.... xx.... xxxxxx"),
    "S": _rows(".xxxx. xx..xx xx.... .xxxx. ....xx xx..xx .xxxx."),
    "N": _rows("xx..xx xxx.xx xxxxxx xx.xxx xx..xx xx..xx xx..xx"),
    " ": _rows("... ... ... ... ... ... ..."),
    "W": _rows("xx...xx xx...xx xx...xx xx.x.xx xxxxxxx xxx.xxx xx...xx"),
}
"""Letters of titles, seven pixels high."""


@cache
def court(rank: str, size: str) -> PixelRows:
    """Return the picture of a royal in size `L`, `M` or `S`; it is lit from the left."""
    half = _COURT[rank + size]
    whole = [[*row, *reversed(row[:-1] if half.shared else row)] for row in half.rows]
    if not half.shared:
        for row in whole:
            row[13:] = [_shaded(pixel, column) for column, pixel in enumerate(row[13:], 13)]
    for column, line, pixels in half.patches:
        for place, pixel in enumerate(pixels):
            if pixel != ".":
                whole[line][column + place] = pixel
    return tuple(["".join(row) for row in whole])


def _shaded(pixel: str, column: int) -> str:
    """Return a pixel of the right half, which is a little darker."""
    if pixel == "a" and column >= 16:
        return "b"
    return {"d": "a", "y": "g", "s": "S" if column > 13 else "s"}.get(pixel, pixel)


@cache
def doubled(picture: PixelRows) -> PixelRows:
    """Return a picture at twice its size with smoothed steps, by the Scale2x algorithm."""
    last_row, last_column = len(picture) - 1, len(picture[0]) - 1

    def at(column: int, row: int) -> str:
        return picture[min(max(row, 0), last_row)][min(max(column, 0), last_column)]

    rows: list[str] = []
    for y in range(last_row + 1):
        upper, lower = "", ""
        for x in range(last_column + 1):
            here, above, below = at(x, y), at(x, y - 1), at(x, y + 1)
            left, right = at(x - 1, y), at(x + 1, y)
            plain = left == right or above == below
            upper += left if left == above and not plain else here
            upper += right if right == above and not plain else here
            lower += left if left == below and not plain else here
            lower += right if right == below and not plain else here
        rows += [upper, lower]
    return tuple(rows)
