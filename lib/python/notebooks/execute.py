"""Executes the notebooks of a folder: execute.py FROM TO [NAME...]. See `run`."""

import sys
import tempfile
import time
from pathlib import Path

import nbformat
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

LIMIT = 300  # of one cell [s]


class ThisPython(AsyncKernelManager):
    """A kernel in this interpreter, whatever kernels the user has installed."""

    @property
    def kernel_spec(self) -> KernelSpec:
        argv = [sys.executable, "-m", "ipykernel_launcher", "--log-level=ERROR", "-f",
                "{connection_file}"]
        return KernelSpec(argv=argv, display_name="Python", language="python")


def execute(source: Path, target: Path) -> str:
    """Writes the executed notebook, as far as it came; returns what went wrong."""
    notebook = nbformat.read(source, as_version=4)
    failure = ""
    with tempfile.TemporaryDirectory() as folder:  # files that a notebook writes are not kept
        kernel = ThisPython(transport="ipc", ip=f"{folder}/kernel")  # no ports that others see
        client = NotebookClient(notebook, km=kernel, timeout=LIMIT, record_timing=False,
                                resources={"metadata": {"path": folder}})
        try:
            client.execute()
        except (CellExecutionError, RuntimeError, TimeoutError) as error:  # or a dead kernel
            failure = str(error)
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, target)
    return failure


def main(folder: Path, out: Path, names: list[str]) -> int:
    known = sorted(each.stem for each in folder.glob("*.ipynb"))
    names = [name.removesuffix(".ipynb") for name in names] or known
    unknown = [name for name in names if name not in known]
    if unknown or not known:
        print(f"no notebook {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    failed = 0
    for name in names:
        began = time.monotonic()
        failure = execute(folder / f"{name}.ipynb", out / f"{name}.ipynb")
        failed += bool(failure)
        print(f"{name}: {'FAILED' if failure else 'executed'} in {time.monotonic() - began:.1f} s")
        if failure:
            print(failure, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]))
