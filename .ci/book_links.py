#!/usr/bin/env python3
"""Fails when a page of a built site links to a file or a place that is not there.

    book_links.py FOLDER

Links to other sites are listed in number only: nothing is fetched.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The places of a page, and what it links to."""

    def __init__(self, text):
        super().__init__()
        self.places, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.places.add(value)
            elif name in ("href", "src") and value:
                self.links.append((value, self.getpos()[0]))


def main():
    folder = Path(sys.argv[1]).resolve()
    # The page for printing repeats all others, with links that only a browser resolves.
    pages = {
        file: Page(file.read_text())
        for file in folder.rglob("*.html")
        if file.name not in ("print.html", "404.html", "toc.html")
    }
    broken, inside, outside = [], 0, 0
    for file, page in sorted(pages.items()):
        for link, line in page.links:
            parts = urlsplit(link)
            if parts.scheme or link.startswith("//"):
                outside += 1
                continue
            inside += 1
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if target.is_dir():
                target /= "index.html"
            where = f"{file.relative_to(folder)}:{line}: {link}"
            if not target.is_relative_to(folder):
                broken.append(f"{where}: leaves the site")
            elif not target.is_file():
                broken.append(f"{where}: no such file")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places:
                broken.append(f"{where}: no such place")
    print(f"{len(pages)} pages, {inside} links inside, {outside} to other sites, {len(broken)} broken")
    if broken:
        sys.exit("\n".join(["error: broken links:", *broken]))


main()
