"""Turns drawings into pixels: stills and films. The only user of resvg and Pillow, which an extra brings."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any

from rulebook.errors import Exit, Place, Problem, Problems

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

_FILMS: Mapping[str, Mapping[str, Any]] = {
    "apng": {"format": "PNG"},
    "gif": {"format": "GIF"},
    "webp": {"format": "WEBP", "lossless": True, "method": 4},
}
FILMS = tuple(_FILMS)
"""The kinds of films."""

PACKAGES = {
    "resvg_py": "resvg-py",
    "PIL": "Pillow",
    "fontpkg_noto_sans": "fontpkg-noto-sans",
    "fontpkg_noto_sans_arabic": "fontpkg-noto-sans-arabic",
    "noto_cjk_sans_jp_regular": "noto-cjk-sans-jp-regular",
}
"""What the extra `raster` brings: module and package."""

FAMILY = "Noto Sans"
"""The font of every text, with those of other scripts beside it."""

_MEASURED = 100
"""The font size at which letters are measured."""

_SQUARE = "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef"
_SQUARES = re.compile(f"[{_SQUARE}]")
_ARABIC = "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc"
_ARABICS = re.compile(f"[{_ARABIC}]")
_WRITTEN = re.compile(f"[\t\n -\u052f\u1e00-\u1fff\u2000-\u20bf\u2100-\u22ff{_SQUARE}{_ARABIC}]*")
"""What the fonts hold: Latin, Greek, Cyrillic and Arabic letters with their signs, and East Asian ones."""

_WORDS = re.compile(f"[{_SQUARE}][、。，．）」』！？]*|[^\\s{_SQUARE}]+|\\s+")
"""What a line may be broken between."""


def available() -> bool:
    """Whether the packages are there."""
    return not _missing()


def need() -> None:
    """Raises Problems, with the command to run, where a package is missing."""
    if missing := _missing():
        advice = f"install what is missing: python -m pip install {' '.join(missing)}"
        problem = Problem(Place("rulebook"), "not-installed", "pixels need more packages", advice, Exit.FILES)
        raise Problems([problem])


def _missing() -> list[str]:
    return [package for module, package in PACKAGES.items() if find_spec(module) is None]


def writable(text: str) -> bool:
    """Whether the fonts hold the letters. Others are taken from the fonts of the machine, which differ."""
    return _WRITTEN.fullmatch(text) is not None


def png(drawing: str, width: int) -> bytes:
    """An SVG file as a PNG of so many pixels across. Raises Problems where a package is missing."""
    need()
    import resvg_py

    own = writable(drawing)
    return resvg_py.svg_to_bytes(
        svg_string=drawing,
        width=width,
        skip_system_fonts=own,
        font_files=_fonts(drawing),
        font_family=FAMILY,
    )


def lines(text: str, size: float, room: float) -> list[str]:
    """The text in lines no wider than `room` at a font size; a word that is wider has a line of its own."""
    broken = [""]
    for word in _WORDS.findall(text):
        if broken[-1] and wide(broken[-1] + word.rstrip(), size) > room:
            broken.append("")
        broken[-1] += word
    return [line.strip() for line in broken if line.strip()]


def wide(text: str, size: float) -> float:
    """How wide a text is at a font size; Arabic letters that join take a little less."""
    squares, arabic = len(_SQUARES.findall(text)), "".join(_ARABICS.findall(text))
    others = _letters("latin").getlength(_ARABICS.sub("", _SQUARES.sub("", text)))
    return size * (squares + (others + (_letters("arabic").getlength(arabic) if arabic else 0)) / _MEASURED)


@cache
def _letters(script: str) -> "FreeTypeFont":
    need()
    from PIL import ImageFont

    return ImageFont.truetype(_font(script), _MEASURED, layout_engine=ImageFont.Layout.BASIC)


_FONTS = {
    "latin": ("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf"),
    "arabic": ("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf"),
    "squares": ("noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf"),
}
"""By script, from packages, so that the bytes are the same everywhere: module and file."""


def _fonts(text: str) -> list[str]:
    """The fonts for a text: one that is not needed takes a second to read."""
    others = {"arabic": _ARABICS, "squares": _SQUARES}
    return [_font("latin"), *(_font(script) for script, letters in others.items() if letters.search(text))]


def _font(script: str) -> str:
    module, name = _FONTS[script]
    return str(files(module).joinpath(name))


def film(stills: Sequence[bytes], durations: Sequence[int], kind: str) -> bytes:
    """PNG stills of one size as one file that shows each for so many milliseconds, again and again.

    Raises Problems where a package is missing.
    """
    need()
    from PIL import Image

    first, *others = [Image.open(BytesIO(still)).convert("RGB") for still in stills]
    if kind == "gif":
        palette = _palette([first, *others])
        first, *others = [
            image.quantize(palette=palette, dither=Image.Dither.NONE) for image in (first, *others)
        ]
    shown: dict[str, Any] = {"save_all": True, "append_images": others, "duration": [*durations], "loop": 0}
    out = BytesIO()
    first.save(out, **shown, **_FILMS[kind])
    return out.getvalue()


def _palette(images: Sequence[Any]) -> Any:
    """The 256 colours that all of them share, so that nothing flickers."""
    from PIL import Image

    width, height = images[0].size
    sheet = Image.new("RGB", (width, height * len(images)))
    for number, image in enumerate(images):
        sheet.paste(image, (0, height * number))
    return sheet.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
