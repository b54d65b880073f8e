"""Lays out each scene on a page of its own, which a script shows on other pages."""

from rulebook import pages
from rulebook.check import Checked
from rulebook.pages import Layout, Speech

SCRIPT = "embed.js"
"""At the top of the site: what other pages load."""

SCENE_SCRIPT = "assets/scene.js"

FORM = pages.SITE._replace(root="../../../", record="../conformance.html")
CODE = """<rulebook-scene scene="{book}/{scene}" language="{language}"></rulebook-scene>
<script src="{site}/{script}" async></script>"""


def files(checked: Checked, language: str, base_url: str = "") -> dict[str, str]:
    """Every scene of a book on its own page, by its name in the folder of the book."""
    layout = Layout.of(checked, Speech(checked.book.words[language]), FORM)
    return {_name(scene): _page(layout, scene, base_url) for scene in layout.numbers.scenes}


def scripts() -> dict[str, str]:
    """What the pages of the scenes need, and the pages that show them, by its path in the site."""
    return {SCRIPT: pages.template(SCRIPT), SCENE_SCRIPT: pages.template("scene.js")}


def _name(scene: str) -> str:
    return f"scene/{scene}.html"


def _page(layout: Layout, scene: str, base_url: str) -> str:
    book, say = layout.book, layout.say
    shown, frames = layout.scene(scene), book.frames[scene]
    title = pages.header(book, "title", say.words.language)
    head = pages.book_head(book, say.words.language, _name(scene), (shown.plain, ""), base_url, FORM)
    opening = layout.picture(frames[0], None, "page-opening", layout.frame_title(frames[0]))
    board = {"symbols": layout.symbols(frames), "opening": opening, **layout.axes()}
    where = {"book": book.id, "scene": scene, "language": say.words.language}
    code = CODE.format(site=base_url.rstrip("/"), script=SCRIPT, **where) if base_url else ""
    head = head._replace(book=f"../{pages.BOOK}")
    return pages.render(
        "scene.html.jinja", say, head=head, scene=shown, title=say.mark(title), code=code, **board
    )
