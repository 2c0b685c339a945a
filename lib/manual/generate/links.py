"""Checks the pages of a folder: every link inside it leads to a page and a place that exist."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The places of a page and where it leads."""

    def __init__(self, text: str):
        super().__init__()
        self.places: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.places.add(value)
            if name in ("href", "src") and value:
                self.links.add(value)


def dead(folder: Path) -> list[str]:
    pages = {file.resolve(): Page(file.read_text()) for file in sorted(folder.rglob("*.html"))}
    found = []
    for file, page in pages.items():
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            place, known = unquote(parts.fragment), pages.get(target)
            if not target.is_file() or (place and known and place not in known.places):
                found.append(f"{file.relative_to(folder.resolve())} -> {link}")
    return found


def main() -> None:
    folder = Path(sys.argv[1])
    found = dead(folder)
    if found:
        raise SystemExit("Dead links:\n" + "\n".join(found))


if __name__ == "__main__":
    main()
