"""The list of papers, from lib/references.bib."""

import re

ENTRY = re.compile(r"@\w+\{([^,]+),\n(.*?)\n\}", re.DOTALL)
FIELD = re.compile(r"(\w+)\s*=\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
ACCENTS = {r"{\'i}": "\u00ed", r"{\'A}": "\u00c1", "--": "-"}


def plain(text: str) -> str:
    for written, letter in ACCENTS.items():
        text = text.replace(written, letter)
    return re.sub(r"[{}]", "", re.sub(r"\s+", " ", text))


def papers(bibliography: str) -> str:
    """An item for each entry: key, authors, title, where and when."""
    items = []
    for key, body in ENTRY.findall(bibliography):
        fields = {name: plain(value) for name, value in FIELD.findall(body)}
        authors = "; ".join(fields.get("author", "").split(" and "))
        where = [fields[f] for f in ("journal", "publisher", "school", "note") if f in fields]
        where += [fields[f] for f in ("volume", "pages", "year") if f in fields]
        title = f"*{fields['title']}*"
        items.append(f"- **[{key}]** " + ". ".join(t for t in [authors, title, ", ".join(where)] if t) + ".")
    if not items:
        raise SystemExit("lib/references.bib has no entries")
    return "\n".join(items) + "\n"
