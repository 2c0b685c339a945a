"""Checks the pages of a folder in a browser without a window: on a phone none is wider than the screen."""

import html
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PHONE = 390  # [px]
TOO_NARROW = 150  # no page fits: the control of the measurement

PAGE = """<body><iframe id="frame" style="width:%(width)dpx; height:900px; border:0"></iframe><pre id="found"></pre>
<script>
const pages = %(pages)s, frame = document.getElementById("frame"), found = document.getElementById("found");
let at = -1;
function next() {
  at += 1;
  if (at < pages.length) frame.src = pages[at];
  else found.textContent += "end";
}
frame.onload = () => {
  if (at < 0) return;
  const width = frame.contentDocument.documentElement.scrollWidth;
  if (width > %(width)d) found.textContent += pages[at] + " " + width + "\\n";
  next();
};
next();
</script>"""


def wider(pages: list[Path], width: int) -> list[str]:
    """Pages that are wider than a screen, each with its width [px]."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "frame.html"
        file.write_text(PAGE % {"width": width, "pages": json.dumps([p.as_uri() for p in pages])})
        ended = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
             f"--user-data-dir={folder}/browser", "--virtual-time-budget=600000", "--dump-dom",
             file.as_uri()],
            text=True, capture_output=True, timeout=300, check=True)
    said = re.search(r'<pre id="found">(.*?)</pre>', ended.stdout, re.DOTALL)
    lines = html.unescape(said[1]).split("\n") if said else []
    if not lines or lines[-1] != "end":
        raise SystemExit(f"the browser did not open all pages: {ended.stderr[-500:]}")
    return lines[:-1]


def main() -> None:
    pages = sorted(p.resolve() for p in Path(sys.argv[1]).rglob("*.html") if "_static" not in p.parts)
    if not wider(pages[:1], TOO_NARROW):
        raise SystemExit("the browser does not tell how wide a page is")
    found = wider(pages, PHONE)
    if found:
        raise SystemExit(f"Pages that are wider than {PHONE} px:\n" + "\n".join(found))


if __name__ == "__main__":
    main()
