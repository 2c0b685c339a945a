"""An extension of Sphinx: formulas as MathML, which browsers draw without scripts and without fonts
from elsewhere."""

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

# Relations that the converter takes for letters.
RELATIONS = ("&#x022A5;", "&#x027C2;", ":")


def mathml(formula: str, display: str) -> str:
    made = convert(formula, display=display)
    for sign in RELATIONS:
        made = made.replace(f"<mi>{sign}</mi>", f'<mo lspace="0.28em" rspace="0.28em">{sign}</mo>')
    return made


def inline(writer: HTML5Translator, node: nodes.math) -> None:
    writer.body.append(mathml(node.astext(), "inline"))
    raise nodes.SkipNode


def block(writer: HTML5Translator, node: nodes.math_block) -> None:
    writer.body.append(f'<div class="formula">{mathml(node.astext(), "block")}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
