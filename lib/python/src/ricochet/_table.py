"""What a sweep made: a row for every member."""

import math
from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np

from . import _core
from ._values import file_name, kind, writing


class Table(Sequence[dict[str, Any]]):
    """A row (dict) per member, in order. A column by its name is a NumPy array."""

    def __init__(self, rows: list[dict[str, Any]], asked: int):
        self.rows = rows
        self.asked = asked  #: members that were asked for; fewer rows after Ctrl-C

    @property
    def columns(self) -> list[str]:
        """Names of the columns; those of times have `seconds` in their names."""
        return list(dict.fromkeys(name for row in self.rows for name in row))

    @property
    def complete(self) -> bool:
        """True if every member has its row."""
        return len(self.rows) == self.asked

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, which: Any) -> Any:
        if not isinstance(which, str):
            return self.rows[which]
        if which not in self.columns:
            raise KeyError(f"no column '{which}'{_core.suggestion(which, self.columns)}")
        return np.array([row.get(which, math.nan) for row in self.rows])

    def to_pandas(self) -> Any:
        """The table as pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows, columns=self.columns)

    def plot(self, x: str, y: str, axes: Any = None, **style: Any) -> Any:
        """A figure of matplotlib: column y over column x, runs that failed as red crosses."""
        from ._plot import plot_table

        return plot_table(self, x, y, axes, **style)

    def __repr__(self) -> str:
        good = sum(row["status"] == "converged" for row in self.rows)
        return f"<{len(self)} of {self.asked} runs, {good} reached their end>"


def to_parquet(table: Table, file: str | PathLike[str]) -> None:
    """Writes the table as Parquet (pyarrow); numbers keep their bits."""
    if not isinstance(table, Table):
        raise TypeError(f"to_parquet: expected the Table of a sweep, not {kind(table)}")
    name = file_name("to_parquet", "file", file)
    with writing("to_parquet", name):
        table.to_pandas().to_parquet(name, engine="pyarrow", index=False)
