"""The files of the site are valid and hold nothing unforeseen, and every reference leads somewhere."""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from posixpath import join, normpath
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest

from rulebook import words
from rulebook.books import Book
from tests.browser.served import BASE, LANGUAGES, ROOT, SCENES, Site, pages

Texts = Mapping[str, str]
"""The source of every page by its path in the site."""

PAGES = pages()
ROOT_PAGE, ROOT_LANGUAGE = "index.html", "en"
BOOK_PAGE, SHELF = "en/ball/index.html", "nb/index.html"
LOST = "404.html"
FIRST = "".join((ROOT / "templates" / "first.js").read_text("utf-8").partition("*/\n")[2].split())
"""The one script that stands in a page and is not deferred, without its spaces.

It says before anything is drawn that a page will be played.
"""

EVERY = 13
"""One picture, and one page of a scene, in so many is checked: they are all made of the same parts."""


VOID = frozenset("meta link img input br hr".split())
ELEMENTS = frozenset(
    "html head meta title link script body header footer main nav section div p span h1 h2 h3 ul ol li dl dt"
    " dd a abbr bdi code data em strong img table caption thead tbody tr th td template label select option"
    " button input details summary noscript".split()
)
ATTRIBUTES = frozenset(
    "id class lang dir title role tabindex hidden href hreflang rel src alt width height charset http-equiv"
    " content name property defer type value min max step selected scope colspan open for target".split()
)
SHARED = frozenset(
    "id class fill fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray"
    " stroke-dashoffset".split()
)
DRAWING = {
    "svg": "viewbox width height x y role xmlns focusable {http://www.w3.org/xml/1998/namespace}lang",
    "title": "",
    "desc": "",
    "defs": "",
    "g": "transform",
    "use": "href x y",
    "path": "d marker-start marker-end data-t data-e data-to",
    "rect": "x y width height rx",
    "circle": "cx cy r",
    "pattern": "width height patternunits patterntransform",
    "marker": "markerunits orient overflow",
}
"""What a drawing is made of, beside the SHARED attributes; in lower case, as HTML reads it."""

REFERRING = (
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-owns",
    "aria-details",
    "for",
    "headers",
)


# Reading a page


@dataclass(slots=True)
class Element:
    """A start tag, the elements around it from the outermost, and the text inside it."""

    tag: str
    attributes: Mapping[str, str]
    around: tuple["Element", ...]
    text: list[str] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    def __str__(self) -> str:
        return f"<{self.tag}{''.join(f' {name}={value!r}' for name, value in self.attributes.items())}>"

    @property
    def said(self) -> str:
        return " ".join("".join(self.text).split())

    def within(self, *tags: str) -> bool:
        return any(element.tag in tags for element in self.around)


class Document(HTMLParser):
    """All elements of a page in order. What is not closed where it should be is the Nu checker's to find."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self._open.append(self.elements[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.elements.append(Element(tag, attributes, tuple(self._open)))

    def handle_endtag(self, tag: str) -> None:
        if tag in (element.tag for element in self._open):
            while self._open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text.append(data)

    def all(self, *tags: str) -> list[Element]:
        """Elements of these kinds; titles of drawings are not titles of pages."""
        return [e for e in self.elements if e.tag in tags and (e.tag != "title" or not e.within("svg"))]

    @property
    def ids(self) -> list[str]:
        return [element["id"] for element in self.elements if "id" in element.attributes]


@lru_cache(maxsize=64)
def document(source: str) -> Document:
    return Document(source)


@lru_cache(maxsize=64)
def ids(source: str) -> frozenset[str]:
    return frozenset(document(source).ids)


# What can be wrong with a page. Each check yields what it finds on the page at `path`


def unknown_markup(texts: Texts, path: str) -> Iterator[str]:
    """What is outside the allow-list: handlers, inline styles and scripts, and everything not thought of."""
    for element in document(texts[path]).elements:
        drawn = element.tag == "svg" or element.within("svg")
        tags = DRAWING if drawn else ELEMENTS
        if element.tag not in tags:
            yield f"<{element.tag}> is not among the elements"
        known = {*SHARED, *DRAWING.get(element.tag, "").split()} if drawn else ATTRIBUTES
        for name in element.attributes:
            if name not in known and not name.startswith(("aria-", "data-")):
                yield f"{name} is not among the attributes: {element}"
        if element.tag == "script" and element.said.replace(" ", "") != ("" if element["src"] else FIRST):
            yield f"an inline script: {element}"
        elif element.tag == "script" and element["src"] and "defer" not in element.attributes:
            yield f"a script that comes too soon: {element}"


def doubled_ids(texts: Texts, path: str) -> Iterator[str]:
    counted = Counter(document(texts[path]).ids)
    yield from (
        f"id {name!r} stands {count} times" for name, count in counted.items() if count > 1 or not name
    )


def broken_references(texts: Texts, path: str) -> Iterator[str]:
    for element in document(texts[path]).elements:
        names = [name for attribute in REFERRING for name in element[attribute].split()]
        yield from (f"no id {name!r}: {element}" for name in names if name not in ids(texts[path]))


def broken_links(texts: Texts, path: str, files: frozenset[str]) -> Iterator[str]:
    """Relative ones name a file that is there and an id in it; absolute ones are for links of authors."""
    for element in document(texts[path]).elements:
        for attribute in ("href", "src"):
            if attribute in element.attributes:
                yield from _broken(texts, path, files, element, element[attribute])


def _broken(texts: Texts, path: str, files: frozenset[str], element: Element, address: str) -> Iterator[str]:
    if re.match(r"https?://", address) and element.tag == "a" and element.within("main"):
        return
    file, _, fragment = address.partition("#")
    target = normpath(join(path, "..", file)) if file else path
    if file.startswith("/") or ":" in file or "?" in file:
        yield f"not a relative address: {element}"
    elif target not in files:
        yield f"no file {target}: {element}"
    elif "#" in address and fragment not in ids(texts.get(target, "")):
        yield f"no id {fragment!r} in {target}: {element}"


def unnamed_drawings(texts: Texts, path: str) -> Iterator[str]:
    """Every outermost svg is hidden, or a picture with a name and a description of its own."""
    drawn = [element for element in document(texts[path]).elements if element.within("svg")]
    said = {(element.tag, element["id"]): element for element in drawn if element.tag in ("title", "desc")}
    for element in document(texts[path]).elements:
        if element.tag != "svg" or element.within("svg") or element["aria-hidden"] == "true":
            continue
        name = said.get(("title", element["aria-labelledby"]))
        text = said.get(("desc", element["aria-describedby"]))
        own = all(part and part.said and part.around[-1] is element for part in (name, text))
        if element["role"] != "img" or not own:
            yield f"a picture without a name: {element}"


def wrong_languages(texts: Texts, path: str) -> Iterator[str]:
    page = document(texts[path])
    expected = path.partition("/")[0] if "/" in path else ROOT_LANGUAGE
    html = page.elements[0]
    if (html.tag, html["lang"], html["dir"]) != ("html", expected, words.direction(expected)):
        yield f"not a page in {expected}: {html}"
    for element in page.elements[1:]:
        named = [element[name] for name in ("lang", "hreflang") if name in element.attributes]
        if not {*named} <= {*LANGUAGES, "x-default"} or len({*named}) > 1:
            yield f"not a language of the site: {element}"
        if element.tag == "a" and element["hreflang"] not in ("", expected) and not _marked(element):
            yield f"a language's name is not marked: {element}"


def _marked(link: Element) -> bool:
    inner = [element["lang"] for element in (*link.around, link) if element["lang"]]
    return inner[-1] == link["hreflang"]


def wrong_order(texts: Texts, path: str) -> Iterator[str]:
    """One h1 first, no level left out, one main, one title, and a skip link before all that is skipped."""
    page = document(texts[path])
    levels = [int(element.tag[1]) for element in page.all("h1", "h2", "h3", "h4", "h5", "h6")]
    if levels.count(1) != 1 or levels[0] != 1:
        yield f"h1 stands {levels.count(1)} times, first is h{levels[:1]}"
    yield from (f"h{after} follows h{before}" for before, after in pairwise(levels) if after > before + 1)
    yield from (f"an empty heading: {e}" for e in page.all("h1", "h2", "h3", "title") if not e.said)
    for tag in ("main", "title"):
        if len(page.all(tag)) != 1:
            yield f"<{tag}> stands {len(page.all(tag))} times"
    first, main = next(element for element in page.all("a")), page.all("main")
    if page.all("header") and (not main or first["href"] != f"#{main[0]['id']}" or not first.said):
        yield f"the first link does not lead to main: {first}"


def wrong_switch(texts: Texts, path: str) -> Iterator[str]:
    """The switch offers this very page in every language, and says which one it is."""
    links = [element for element in document(texts[path]).all("a") if element["hreflang"]]
    offered = {link["hreflang"]: normpath(join(path, "..", link["href"])) for link in links}
    if offered != others(path):
        yield f"offers {offered}"
    current = [link["hreflang"] for link in links if link["aria-current"]]
    if current != [path.partition("/")[0]] * ("/" in path):
        yield f"says that it is in {current}"


def others(path: str) -> dict[str, str]:
    """The same page in each language that has it."""
    rest = path.partition("/")[2] or "index.html"
    return {each: f"{each}/{rest}" for each in LANGUAGES if f"{each}/{rest}" in PAGES}


def own_addresses(texts: Texts, path: str) -> Iterator[str]:
    """Without a base URL no page speaks of where it is."""
    page = document(texts[path])
    named = [e for e in page.all("link") if e["rel"] in ("canonical", "alternate")]
    yield from (f"an address without a base URL: {e}" for e in [*named, *page.all("meta")] if _speaks(e))
    yield from (
        f"an address in the text: {found}"
        for found in re.findall(r"(?:file|https?)://[^\s\"<]+", texts[path])
    )


def _speaks(element: Element) -> bool:
    return element.tag == "link" or element["property"].startswith("og:")


CHECKS: tuple[Callable[[Texts, str], Iterator[str]], ...] = (
    unknown_markup,
    doubled_ids,
    broken_references,
    unnamed_drawings,
    wrong_languages,
    wrong_order,
    wrong_switch,
    own_addresses,
)


def faults(texts: Texts, files: frozenset[str], path: str) -> list[str]:
    found = [fault for check in CHECKS for fault in check(texts, path)]
    return [*found, *broken_links(texts, path, files)]


# The pages


@pytest.fixture(scope="module")
def files(site: Site) -> frozenset[str]:
    return frozenset(p.relative_to(site.folder).as_posix() for p in site.folder.rglob("*") if p.is_file())


@pytest.fixture(scope="module")
def texts(site: Site, files: frozenset[str]) -> Texts:
    return {path: (site.folder / path).read_text("utf-8") for path in sorted(files) if path.endswith(".html")}


def test_every_page_is_looked_at(texts: Texts) -> None:
    assert sorted(texts) == sorted([*PAGES, *SCENES, LOST])


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_fault(texts: Texts, files: frozenset[str], path: str) -> None:
    assert faults(texts, files, path) == []


@pytest.mark.parametrize("path", SCENES[::EVERY])
def test_a_page_of_a_scene_has_no_fault(texts: Texts, files: frozenset[str], path: str) -> None:
    """It stands in a frame on another page, which says in what language."""
    assert faults(texts, files, path) == ["says that it is in []"]


PLANTED = [
    (BOOK_PAGE, 'href="#page-index"', 'href="#page-indexx"', "no id 'page-indexx' in"),
    (BOOK_PAGE, "assets/book.css", "assets/look.css", "no file assets/look.css"),
    (BOOK_PAGE, 'href="../index.html"', 'href="../"', "no file en:"),
    (BOOK_PAGE, '"../../assets/player.js"', '"/assets/player.js"', "not a relative address"),
    (BOOK_PAGE, 'aria-labelledby="page-contents"', 'aria-labelledby="contents"', "no id 'contents'"),
    (BOOK_PAGE, 'id="page-index"', 'id="page-text"', "id 'page-text' stands 2 times"),
    (BOOK_PAGE, 'aria-labelledby="page-opening"', "", "a picture without a name"),
    (BOOK_PAGE, 'class="board symbol"', 'class="board"><svg', "not among the elements"),
    (BOOK_PAGE, 'aria-hidden="true" class="symbols"', 'class="symbols"', "a picture without a name"),
    (BOOK_PAGE, "<h2", "<h4", "h4 follows h1"),
    (SHELF, 'lang="nb"', 'lang="no"', "not a page in nb"),
    (SHELF, ' lang="en"', "", "a language's name is not marked"),
    (SHELF, 'href="../en/index.html"', 'href="../en/ball/index.html"', "offers {"),
    (SHELF, 'aria-current="true"', "", "says that it is in []"),
    (SHELF, "<h1>", '<h1 style="color:red">', "style is not among the attributes"),
    (SHELF, "<h1>", '<h1 onclick="go()">', "onclick is not among the attributes"),
    (SHELF, "</body>", "<script>go()</script></body>", "an inline script"),
    (BOOK_PAGE, '/player.js" defer', '/player.js"', "comes too soon"),
    (BOOK_PAGE, 'add("folded")', 'add("open")', "an inline script"),
    (SHELF, "</body>", "<iframe></iframe></body>", "<iframe> is not among the elements"),
    (SHELF, "<h1>", "<h1>Hei</h1><h1>", "h1 stands 2 times"),
    (SHELF, 'id="page-text"', "", "no id 'page-text' in"),
    (SHELF, 'class="skip" href="#page-text"', 'href="../index.html"', "the first link does not lead to main"),
    (
        SHELF,
        "</head>",
        '<link rel="canonical" href="https://example.org/"></head>',
        "an address without a base",
    ),
    (SHELF, "<h1>", '<img src="https://example.org/a.png"><h1>', "not a relative address"),
]


@pytest.mark.parametrize(("path", "old", "new", "found"), PLANTED)
def test_a_planted_fault_is_found(
    texts: Texts, files: frozenset[str], path: str, old: str, new: str, found: str
) -> None:
    assert old in texts[path]
    changed = {**texts, path: texts[path].replace(old, new, 1)}
    assert [fault for fault in faults(changed, files, path) if found in fault]


# Addresses of their own


@pytest.fixture(scope="module")
def placed(site: Site) -> Texts:
    """The pages of a site that knows where it will be."""
    return {path: (site.folder.parent / "placed" / path).read_text("utf-8") for path in PAGES}


def addresses(texts: Texts, path: str) -> tuple[list[str], dict[str, str]]:
    """What a page calls itself, and where it says that it stands in each language."""
    links = document(texts[path]).all("link")
    named = [(e["hreflang"], e["href"]) for e in links if e["rel"] == "alternate"]
    assert len(dict(named)) == len(named)
    return [e["href"] for e in links if e["rel"] == "canonical"], dict(named)


@pytest.mark.parametrize("path", PAGES)
def test_with_a_base_url_languages_point_at_one_another(placed: Texts, path: str) -> None:
    """Each page at itself, at all its languages and at the page for others; each of these says the same."""
    own, named = addresses(placed, path)
    assert own == [public(path)]
    default = others(path)[ROOT_LANGUAGE] if path.count("/") == 2 else ROOT_PAGE
    assert named == {each: public(there) for each, there in others(path).items()} | {
        "x-default": public(default)
    }
    for address in named.values():
        assert addresses(placed, file_of(address)) == ([address], named)


def public(path: str) -> str:
    return BASE + path.removesuffix("index.html")


def file_of(address: str) -> str:
    assert address.startswith(BASE)
    name = address.removeprefix(BASE)
    return name if name.endswith(".html") else f"{name}index.html"


def test_a_base_url_changes_nothing_else(placed: Texts, texts: Texts) -> None:
    meta = r'<(link rel="(canonical|alternate)"|meta (property="og|name="twitter):).*\n'
    lines = re.compile(rf'{meta}| *<p class="on-paper">.*\n')
    assert {path: lines.sub("", text) for path, text in placed.items()} == {p: texts[p] for p in PAGES}


# Pictures as files


def drawing_faults(source: str) -> list[str]:
    """What is wrong with an SVG file. Raises ParseError for what is no XML."""
    root = ElementTree.fromstring(source)
    found = [f"no {form!r} in a picture" for form in ("<!", "<?", "javascript:") if form in source]
    names = [element.get("id", "") for element in root.iter() if "id" in element.attrib]
    found += [f"id {name!r} twice" for name, count in Counter(names).items() if count > 1]
    for element in root.iter():
        found += _drawn(element, names)
    said = [(child.tag.rpartition("}")[2], " ".join((child.text or "").split())) for child in root[:2]]
    if [tag for tag, text in said if text] != ["title", "desc"] or root.get("role") != "img":
        found.append(f"a picture without a name: {said}")
    return found


def _drawn(element: ElementTree.Element, names: list[str]) -> Iterator[str]:
    space, _, tag = element.tag.rpartition("}")
    if space != "{http://www.w3.org/2000/svg" or tag not in DRAWING:
        yield f"<{element.tag}> is not among the elements"
    known = {*SHARED, *DRAWING.get(tag, "").split()}
    yield from (f"<{tag} {name}> is not known" for name in element.attrib if name.lower() not in known)
    here = {f"#{name}" for name in names}
    for value in element.attrib.values():
        targets = re.findall(r"url\(([^)]*)\)?", value)
        yield from (f"{value} leads nowhere" for target in targets if target not in here)
    if "href" in element.attrib and element.attrib["href"] not in here:
        yield f"{element.attrib['href']} leads nowhere"


def test_every_frame_is_a_picture_of_its_own(site: Site, book: Book) -> None:
    frames = [frame.id for shown in book.frames.values() for frame in shown]
    for language in book.words:
        folder = site.folder / language / "ball" / "frames"
        pictures = {p.relative_to(folder).with_suffix("").as_posix(): p for p in folder.rglob("*.svg")}
        assert sorted(pictures) == sorted(frames)
        for name, path in pictures.items():
            assert drawing_faults(path.read_text("utf-8")) == [], (language, name)


def test_the_pictures_of_findings_are_right(site: Site) -> None:
    pictures = [path for path in site.folder.rglob("*.svg") if path.parent.name == "findings"]
    assert pictures
    assert {fault for path in pictures for fault in drawing_faults(path.read_text("utf-8"))} == set()


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("<defs>", "<script>go()</script><defs>", "script> is not among the elements"),
        ("<defs>", "<defs><foreignObject/>", "foreignObject> is not among the elements"),
        ("<defs>", '<animate attributeName="x"/><defs>', "animate> is not among the elements"),
        ('role="img"', 'role="img" onload="go()"', "<svg onload> is not known"),
        ('class="paper"', 'style="fill:red"', "<path style> is not known"),
        ('href="#g-board"', 'href="other.svg#g-board"', "leads nowhere"),
        ('href="#g-board"', 'href="#g-bord"', "leads nowhere"),
        ("url(#g-hatch)", "url(//example.org/)", "leads nowhere"),
        ("</desc>", "</desc><title>x</title><!-- x -->", "no '<!' in a picture"),
        ("<title>", "<title/><title>", "a picture without a name"),
        ('id="g-board"', 'id="g-hatch"', "id 'g-hatch' twice"),
    ],
)
def test_a_planted_fault_in_a_picture_is_found(site: Site, old: str, new: str, found: str) -> None:
    source = (site.folder / "en/ball/frames/dodge/dodge.svg").read_text("utf-8")
    assert old in source
    assert [fault for fault in drawing_faults(source.replace(old, new, 1)) if found in fault]


# The Nu HTML checker

OWN = re.compile(
    r"Resource violates Content Security Policy \(meta tag\): (external stylesheet|external script|image)"
    r" “((/|(\.\./)*)assets/(book\.css|(offers|player|scene)\.js|favicon\.svg)"
    r"|findings/[a-z0-9-]+\.svg)”"
    r" blocked by “(style|script|img)-src” directive\."
    r"|Inline script violates Content Security Policy \(meta tag\): blocked by “script-src” directive .*"
)
"""The checker takes no file for one of 'self', and reckons no hash of what stands in the page.

Browsers do both, and every visit hears what they block; `unknown_markup` knows the one script that may.
"""

INVALID = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Faults</title></head><body>
<h1 id="twice">Faults</h1><h3 id="twice">Skips</h3><img src="a.png"><p role="piece"></p><div><p></div></p>
<svg><path d="M0 0 L"/><rect widht="1"/></svg></body></html>"""
CROOKED = '<svg xmlns="http://www.w3.org/2000/svg"><rect widht="1" height="1"/><path d="M0 0 L"/></svg>'


def checked(tools: Mapping[str, str], paths: list[Path]) -> dict[Path, list[str]]:
    """What the checker says of each file, in one run, for those of which it says anything.

    Its grammar needs a deep stack.
    """
    java = [tools["java"], "-Xss8m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
    options = ["--format", "json", "--also-check-svg", "--stdout", "--exit-zero-always"]
    done = subprocess.run(
        [*java, "-jar", tools["vnu"], *options, *map(str, paths)], capture_output=True, text=True, check=True
    )
    found: dict[Path, list[str]] = {}
    for message in json.loads(done.stdout)["messages"]:
        if not OWN.fullmatch(message["message"]):
            path = Path(unquote(urlsplit(message.get("url", "")).path))
            found.setdefault(path, []).append(message["message"])
    return found


def test_the_nu_checker_finds_nothing_but_what_was_planted(
    site: Site, files: frozenset[str], tools: Mapping[str, str], tmp_path: Path
) -> None:
    pictures = [path for path in sorted(files) if "/frames/" in path][::EVERY]
    pictures += [path for path in sorted(files) if "/findings/" in path]
    own = [site.folder / path for path in [*PAGES, *SCENES[::EVERY], LOST, "assets/favicon.svg", *pictures]]
    assert len(pictures) >= 29
    page, picture = tmp_path / "invalid.html", tmp_path / "crooked.svg"
    page.write_text(INVALID, "utf-8")
    picture.write_text(CROOKED, "utf-8")
    found = checked(tools, [*own, page, picture])
    assert {path: said for path, said in found.items() if path not in (page, picture)} == {}
    for word in ("Duplicate ID", "alt", "widht", "role", "heading"):
        assert any(word in said for said in found[page]), (word, found[page])
    assert any("widht" in said for said in found[picture])
