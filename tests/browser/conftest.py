"""Opens reports in the Chromium of the system, without a network."""

import os
import shutil
from pathlib import Path

import pytest

from parbleu import Resampling
from parbleu.analysis import compared_texts
from parbleu.human import Error, Judgement, Rating
from parbleu.report import PageOptions, Section, make_report
from parbleu.tables import Column, Table

EXAMPLES = Path(__file__).parents[2] / "examples"
PICTURES = Path(__file__).parents[2] / "build" / "pictures"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
HOSTILE = [
    "</script><script>window.harmed = 1</script>",
    '<img src=x onerror="window.harmed = 1">',
    "a\u2028b\u2029c",
    "lone \ud800 surrogate",
    "\u202eright to left override\u202c אבג",
    "😀 emoji 👩‍👩‍👧 before the error",
    "x" * 1_000_000,
    "",
]


def needs_chromium():
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        why = "no chromium: install the package of that name, or set CHROMIUM"
        if os.environ.get("CI") == "true":
            pytest.fail(why, pytrace=False)
        pytest.skip(why)
    return path


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    path = needs_chromium()
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield found
        found.close()


class Opened:
    """A page that is open, and what it asked for and said."""

    def __init__(self, page, path):
        self.page, self.path = page, path
        self.requests, self.messages = [], []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.messages.append(message.text))
        page.on("pageerror", lambda problem: self.messages.append(str(problem)))

    def go(self, fragment="", script=True):
        self.page.goto("about:blank")
        self.requests.clear()
        self.page.goto(f"{self.path.as_uri()}{fragment}")
        if script:
            self.page.wait_for_selector("html[data-ready]", timeout=120_000)
            # Texts of what is out of sight, and not laid out yet, are empty to the driver and to axe.
            self.page.add_style_tag(content="section { content-visibility: visible !important; }")
        return self.page

    def picture(self, name):
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")


@pytest.fixture
def opened(browser):
    """Returns a function that opens a file: (path, fragment, **options of the context) -> Opened."""
    contexts = []

    def open_file(path, fragment="", script=True, without_streams=False, **options):
        options = {"viewport": {"width": 1200, "height": 900}, **options}
        contexts.append(browser.new_context(offline=True, java_script_enabled=script, **options))
        found = Opened(contexts[-1].new_page(), Path(path))
        found.page.set_default_timeout(60_000)
        if without_streams:
            found.page.add_init_script("delete window.DecompressionStream")
        found.go(fragment, script)
        return found

    yield open_file
    for context in contexts:
        context.close()


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="session")
def example(tmp_path_factory):
    """The report of the German examples: three systems, two references, ratings and documents."""
    folder = EXAMPLES / "en-de"
    systems = {path.name.split(".")[1]: lines(path) for path in sorted(folder.glob("system.*.txt"))}
    texts = compared_texts(
        systems,
        [lines(folder / "ref.A.txt"), lines(folder / "ref.B.txt")],
        source=lines(folder / "src.txt"),
        labels={"document": [line.split()[1] for line in lines(EXAMPLES / "metaeval" / "documents.txt")]},
    )
    from parbleu.human import read_ratings

    table = Table("buckets", (Column("length"), Column("n", kind=int)), [("short", 2), ("long", 3)])
    section = Section("buckets", "Buckets of length", (table,), behind={("buckets", 0, "n"): [13, 25]})
    report = make_report(
        texts,
        ["bleu", "chrf", "ter"],
        judgements=read_ratings(EXAMPLES / "mqm" / "mqm.tsv"),
        sections=[section],
        page=PageOptions(command="parbleu report ref.A.txt ref.B.txt -i system.*.txt -o report.html"),
    )
    path = tmp_path_factory.mktemp("report") / "report.html"
    report.write(path)
    return report, path


@pytest.fixture(scope="session")
def hostile(tmp_path_factory):
    """A report of texts, names and labels that attack."""
    names = ["<b>first</b>", '"><img src=x onerror="window.harmed = 1">']
    texts = compared_texts(
        dict.fromkeys(names, HOSTILE),
        [["a reference"] * len(HOSTILE)],
        source=HOSTILE[::-1],
        labels={"document": [f"</option>{number}" for number in range(len(HOSTILE))]},
    )
    start = HOSTILE[5].index("error")
    judgements = [
        Judgement(
            system=names[0],
            segment=5,
            rater="<i>ann</i>",
            rating=Rating((Error(start, start + 5, "</script>", "Major"),)),
        ),
    ]
    report = make_report(
        texts,
        ["bleu"],
        judgements=judgements,
        resampling=Resampling(n_samples=20),
        page=PageOptions(title="</title><b>harm"),
    )
    path = tmp_path_factory.mktemp("hostile") / "report.html"
    report.write(path)
    return report, path
