"""The site of the documentation, as `make docs` leaves it: opened from files, without a network."""

import re
import subprocess
import sys
import zipfile
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import parbleu

SITE = Path(__file__).parents[2] / "build" / "docs" / "html"
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site():
    assert (SITE / "index.html").exists(), "build it: make docs"
    return SITE


@pytest.fixture
def shown(browser, site):
    """Returns a function that opens a page: name -> (page, requests that are not for files, messages)."""
    context = browser.new_context(offline=True, viewport={"width": 1200, "height": 900})
    page, requests, messages = context.new_page(), [], []
    page.set_default_timeout(60_000)
    page.on("request", lambda each: None if each.url.startswith("file:") else requests.append(each.url))
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda problem: messages.append(str(problem)))

    def show(name):
        if isinstance(name, Path):
            page.goto(name.as_uri())
            return page, requests, messages
        page.goto(f"{(site / name.partition('?')[0]).as_uri()}{''.join(name.partition('?')[1:])}")
        return page, requests, messages

    yield show
    context.close()


@pytest.mark.parametrize(
    "name",
    [
        "index.html",
        "docs/meaning.html",
        "docs/signatures.html",
        "SECURITY.html",
        "api/parbleu.html",
        "api/parbleu.stats.power.html",
        "commands/score.html",
    ],
)
def test_pages_ask_for_nothing_and_people_can_read_them(name, shown):
    from axe_playwright_python.sync_playwright import Axe

    page, requests, messages = shown(name)
    page.screenshot(path=picture(name))
    assert requests == messages == []
    options = {
        "runOnly": ["wcag2a", "wcag2aa"],
        "preload": False,
        # Sphinx writes the parameters of a long signature as a list of descriptions without terms.
        "rules": {"definition-list": {"enabled": not name.startswith("api/")}},
    }
    found = Axe().run(page, options=options).response["violations"]
    assert [(each["id"], [node["html"][:200] for node in each["nodes"]][:3]) for each in found] == []


def picture(name):
    place = SITE.parents[1] / "pictures"
    place.mkdir(parents=True, exist_ok=True)
    return place / f"docs-{name.replace('/', '-').removesuffix('.html')}.png"


def test_the_wheel_of_the_site_opens_without_a_network(shown, site, tmp_path):
    (tmp_path / "man" / "man1").mkdir(parents=True)
    (tmp_path / "man" / "man1" / "parbleu.1").write_text(".TH PARBLEU 1\n", encoding="utf-8")
    tool = Path(__file__).parents[2] / "tools" / "make_docs_wheel.py"
    subprocess.run([sys.executable, tool, site, tmp_path / "man", tmp_path], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")

    def printed(option):
        run = [sys.executable, "-m", "parbleu_docs", option]
        found = subprocess.run(run, cwd=tmp_path / "installed", check=True, capture_output=True, text=True)
        return Path(found.stdout.rstrip("\n"))

    page, requests, messages = shown(printed("--print"))
    assert page.title() == f"parbleu {parbleu.__version__}"
    assert requests == messages == []
    assert (printed("--man") / "man1" / "parbleu.1").is_file()


def test_every_page_of_a_module_describes_something(site):
    packages = {"parbleu.stats.html", "parbleu.integrations.html"}  # they have pages of modules only
    pages = {path.name: path.read_text(encoding="utf-8") for path in (site / "api").glob("*.html")}
    assert len(pages) > 45
    assert {name for name, text in pages.items() if 'class="sig ' not in text} == packages


def test_search_finds_an_option_and_a_function(shown):
    page, requests, messages = shown("search.html?q=compare")
    page.wait_for_selector("#search-results li a >> nth=0")
    targets = page.locator("#search-results li a").evaluate_all("all => all.map((each) => each.href)")
    assert any("docs/compare.html" in target for target in targets)
    assert any("api/parbleu.html" in target for target in targets)
    assert requests == messages == []


def test_results_of_a_search_have_excerpts(shown):
    page, requests, messages = shown("search.html?q=bootstrap")
    page.wait_for_selector("#search-results li p.excerpt mark >> nth=0")
    texts = page.locator("#search-results p.excerpt").all_inner_texts()
    assert any("bootstrap" in text.lower() for text in texts)
    assert max(map(len, texts)) < 250
    assert requests == messages == []


def test_examples_have_a_button_that_copies(shown):
    page, requests, messages = shown("docs/compare.html")
    assert page.locator("button.copy").count() == page.locator("div.highlight pre").count() > 3
    page.locator("button.copy").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("button.copy:has-text('Copied')")
    assert requests == messages == []


def test_the_first_page_has_a_picture_and_a_table_of_commands(shown):
    page, _, messages = shown("index.html")
    assert page.locator("article img").evaluate("image => image.naturalWidth") > 400
    assert page.locator("h2:has-text('Which command?')").count() == 1
    assert messages == []


@pytest.mark.parametrize("name", ["index.html", "gallery.html", "docs/testsets.html", "commands/score.html"])
def test_no_page_is_wider_than_a_phone(name, shown):
    page, _, _ = shown(name)
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("new Promise(requestAnimationFrame)")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.evaluate("getComputedStyle(document.body).paddingLeft") == "0px"


def test_turns_dark(shown):
    page, _, messages = shown("index.html")
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate_media(color_scheme="light")
    assert dark != page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert messages == []


def test_every_link_inside_leads_somewhere(site):
    names, missing = {}, []
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    for path, text in pages.items():
        names[path.resolve()] = {unescape(name) for name in re.findall(r'\bid="([^"]+)"', text)}
    assert len(pages) > 60
    for path, text in pages.items():
        for link in re.findall(r'<a\b[^>]*\bhref="([^"]+)"', text):
            parts = urlsplit(unescape(link))
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
            fragment = unquote(parts.fragment)
            if not target.is_file() or (fragment and target in names and fragment not in names[target]):
                missing.append((str(path.relative_to(site)), link))
    assert missing == []


def test_no_page_loads_anything_from_elsewhere(site):
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.findall(r'<(?:script|img|iframe|source)\b[^>]*\bsrc="(?:https?:)?//', text), path
        assert not re.findall(r'<link\b[^>]*\bhref="(?:https?:)?//', text), path
    for path in site.rglob("*.css"):
        assert not re.findall(
            r"(?:@import|url\()\s*[\"']?(?:https?:)?//", path.read_text(encoding="utf-8")
        ), path
