"""Settings of Sphinx. lib/manual/build calls it with the folder of all pages as its source."""

import os
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))

project = "ricochet"
author = "the authors of ricochet"
version = release = os.environ["RICOCHET_VERSION"]

extensions = [
    "myst_parser",
    "breathe",
    "sphinx.ext.autodoc",
    "sphinx_design",
    "generate.docstrings",
    "generate.mathml",
    "generate.programs",
]
exclude_patterns = ["parts/**"]

myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 4
html_math_renderer = "mathml"
breathe_projects = {"ricochet": os.environ["RICOCHET_DOXYGEN"]}
breathe_default_project = "ricochet"
breathe_show_include = False
primary_domain = "cpp"
highlight_language = "text"
smartquotes = False  # "--option" keeps its dashes
cpp_id_attributes = []
# A signature that is longer has a line for each argument.
cpp_maximum_signature_line_length = python_maximum_signature_line_length = 76
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
# References of headers to types of other libraries and to private names have no target here.
nitpicky = False

html_theme = "furo"
html_title = "ricochet"
html_static_path = [str(here / "static")]
html_css_files = ["manual.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_theme_options = {
    # Text and code in fonts of the machine: pages need no network.
    "navigation_with_keys": True,
}
