"""Opens report.html in headless Chromium and looks at the page that results.

usage: report_test.py REPORTS_SAMPLE_PAGE    (the program that writes the sample reports)

Exits 77 (skipped) when Chromium is not installed; scripts/setup installs it.
"""

import base64
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from urllib.parse import urlsplit

from devtools import Chromium

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SAMPLE_PAGE = ""
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--hide-scrollbars",
    "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", "--log-level=0", "--window-size=1280,1600",
]
ROW = re.compile(r'<tr data-class="(\w+)" data-verdict="([\w-]+)"([^>]*)>')
# A page must not request anything: each request that the browser makes for it is logged here.
REQUEST = re.compile(r'"url":"((?:https?|ftp|ws|wss|file):[^"]*)"')


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="launchproof-browser-")
        for name in ("plain", "hostile", "empty", "large", "accepted"):
            subprocess.run([SAMPLE_PAGE, cls.page(name), name], check=True, stdout=subprocess.DEVNULL)
        cls.chromium = cls.start()

    @classmethod
    def tearDownClass(cls):
        cls.chromium.close()
        shutil.rmtree(cls.folder, ignore_errors=True)

    @classmethod
    def page(cls, name):
        return os.path.join(cls.folder, name + ".html")

    @classmethod
    def start(cls, *options):
        return Chromium(CHROMIUM, tempfile.mkdtemp(prefix="profile-", dir=cls.folder), *FLAGS, *options)

    def browse(self, name, fragment="", until="true"):
        """Returns the DOM once `until` is true there, and the page's console output."""
        self.chromium.show("file://" + self.page(name) + fragment, until=until)
        return self.chromium.value("document.documentElement.outerHTML"), self.chromium.console()

    def shown(self, dom):
        """Returns the visible rows of the index, in their order: (class id, verdict)."""
        return [(found[1], found[2]) for found in ROW.finditer(dom) if "hidden" not in found[3]]

    def test_renders_without_script_errors(self):
        dom, console = self.browse("plain")
        self.assertEqual(console, [])
        self.assertIn('data-ready="yes"', dom)
        self.assertEqual(len(self.shown(dom)), 9)
        self.assertNotIn('class="filter" role="search" hidden', dom)
        self.assertRegex(dom, r'<th scope="col"><button type="button" data-sort="verdict">Verdict</button>')

    def test_what_a_page_writes_to_the_console_would_be_noticed(self):
        with open(self.page("wrong"), "w", encoding="utf-8") as file:
            file.write("<!doctype html><script>console.log('said'); missing();</script><script src='none.js'></script>")
        dom, console = self.browse("wrong")
        self.assertEqual(len(console), 3, console)
        for part in ("said", "missing is not defined", "none.js"):
            self.assertIn(part, "".join(console))
        self.assertIn("none.js", dom)
        self.assertEqual(self.browse("empty")[1], [])

    def test_filters_by_verdict_and_words_in_the_fragment(self):
        dom, console = self.browse("plain", "#v=unknown,unsupported")
        self.assertEqual(console, [])
        self.assertEqual([verdict for _, verdict in self.shown(dom)], ["unsupported", "unknown"])
        self.assertEqual(len(re.findall(r'<details class="class [^>]*hidden', dom)), 7)

        dom, _ = self.browse("plain", "#q=FILTERS.cl%20defect&v=possible-defect")
        self.assertEqual([verdict for _, verdict in self.shown(dom)], ["possible-defect"])
        dom, _ = self.browse("plain", "#q=out-of-bounds%3Adefect")
        self.assertEqual([row for row, _ in self.shown(dom)], ["c3"])

        dom, _ = self.browse("plain", "#q=nosuchkernel")
        self.assertEqual(self.shown(dom), [])
        self.assertIn('<p class="empty">No launch class matches.', dom)

    def test_leaves_what_is_new_where_there_is_a_baseline(self):
        dom, console = self.browse("accepted", "#new=1")
        self.assertEqual(console, [])
        rows = self.shown(dom)
        self.assertTrue(rows)
        self.assertLess(len(rows), 9)
        for row, _ in rows:
            self.assertRegex(dom, rf'<tr data-class="{row}"[^>]* data-new=""')
        self.assertIn('<input type="checkbox" name="new">', dom)
        dom, _ = self.browse("plain", "#new=1")
        self.assertEqual(len(self.shown(dom)), 9, "without a baseline there is no such filter")

    def test_sorts_by_the_fragment(self):
        dom, _ = self.browse("plain", "#sort=-seconds&v=defect")
        self.assertEqual([row for row, _ in self.shown(dom)], ["c2", "c3", "c4"])
        self.assertIn('aria-sort="descending"', dom)
        dom, _ = self.browse("plain", "#sort=verdict")
        verdicts = [verdict for _, verdict in self.shown(dom)]
        self.assertEqual(verdicts[:2] + verdicts[-1:], ["error", "defect", "verified"])

    def test_a_link_into_the_page_opens_what_it_names(self):
        dom, _ = self.browse("plain", "#c8")
        self.assertRegex(dom, r'<details class="class good" id="c8"[^>]*open=""')
        self.assertNotRegex(dom, r'<details class="class good" id="c9"[^>]*open=""')
        dom, _ = self.browse("plain", "#at=s1")
        self.assertRegex(dom, r'<details class="source" id="s1"[^>]*open=""')

    def test_of_many_classes_lists_some_and_unpacks_those_that_are_opened(self):
        dom, console = self.browse("large", until="document.querySelector('[data-ready]')")
        self.assertEqual(console, [])
        self.assertEqual(len(self.shown(dom)), 300)
        self.assertIn("300 of 10000 rows are shown.", dom)
        self.assertEqual(dom.count('<details class="class '), 0)

        dom, console = self.browse("large", "#c9999", until="document.getElementById('c9999')")
        self.assertEqual(console, [])
        self.assertEqual(re.findall(r'<details class="class [^>]*>', dom), ['<details class="class good" id="c9999" open="">'])

        dom, console = self.browse("large", "#at=c7-f1&v=verified&sort=-launch", until="document.getElementById('c7-f1')")
        self.assertEqual(console, [])
        self.assertEqual({verdict for _, verdict in self.shown(dom)}, {"verified"})
        self.assertIn("300 of 9000 rows are shown.", dom)
        self.assertEqual(re.findall(r'<details class="class [^>]*>', dom), ['<details class="class bad" id="c7" open="">'])
        self.assertIn('id="c7-f1"', dom)

    def test_hostile_names_do_nothing(self):
        for fragment in ("", "#q=%3Cimg%20src%3Dx%20onerror%3Ddocument.title%3D1%3E&v=%22%3E%3Cscript%3E&sort=constructor&at=%22"):
            dom, console = self.browse("hostile", fragment)
            self.assertEqual(console, [])
            self.assertIn('data-ready="yes"', dom)
            self.assertNotIn("<title>taken", dom)
            self.assertNotIn("<img", dom)
            self.assertEqual(dom.count("<script"), 1)
        self.assertIn(html.escape("</script>", quote=False), dom)

    def test_an_empty_report_says_so(self):
        dom, console = self.browse("empty", "#v=defect")
        self.assertEqual(console, [])
        self.assertIn('data-ready="yes"', dom)
        self.assertIn("There are no launch classes", dom)

    def requests(self, name):
        """Returns the requests that the page made for other resources. Chromium's own services also make
        requests, which are not the page's."""
        log = os.path.join(self.folder, "net.json")
        chromium = self.start("--log-net-log=" + log)
        try:
            chromium.show("file://" + self.page(name))
        finally:
            chromium.close()  # which writes the log
        with open(log, encoding="utf-8") as file:
            urls = set(REQUEST.findall(file.read()))
        own = "file://" + self.page(name)
        services = (".google.com", ".googleapis.com", ".gstatic.com")
        return {url for url in urls if url != own and not (urlsplit(url).hostname or "").endswith(services)}

    def test_asks_the_network_for_nothing(self):
        self.assertEqual(self.requests("hostile"), set())

    def test_a_request_would_be_noticed(self):
        with open(self.page("loud"), "w", encoding="utf-8") as file:
            file.write('<!doctype html><img src="http://127.0.0.1:9/x.png">')
        self.assertEqual(self.requests("loud"), {"http://127.0.0.1:9/x.png"})

    def test_takes_a_picture_in_light_and_dark(self):
        pictures = []
        for scheme in ("light", "dark"):
            self.chromium.show("file://" + self.page("plain"), media=[("prefers-color-scheme", scheme)])
            pictures.append(base64.b64decode(self.chromium.ask("Page.captureScreenshot")["data"]))
        self.assertGreater(min(map(len, pictures)), 20000, "a blank page makes a smaller picture")
        self.assertNotEqual(pictures[0], pictures[1])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if CHROMIUM is None:
        print("skipped: chromium is not installed (scripts/setup installs it, or: apt-get install chromium)")
        sys.exit(77)
    SAMPLE_PAGE = sys.argv.pop()
    unittest.main(verbosity=2)
