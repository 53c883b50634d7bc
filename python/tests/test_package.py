"""The package itself: how it is imported, typed and documented."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT

import kakehiki

EXTRAS = ["numpy", "polars", "pyarrow", "pettingzoo", "gymnasium", "pyspiel", "ray"]

IMPORTS = f"""
import sys, time
begun = time.process_time()
import kakehiki
took = time.process_time() - begun
print(took, [name for name in {EXTRAS} if name in sys.modules])
"""


def test_importing_is_quick_and_imports_no_extra():
    done = subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, text=True, check=True)
    took, extras = done.stdout.split(maxsplit=1)
    assert float(took) < 0.1 and extras.strip() == "[]"


def test_everything_public_is_documented_and_typed():
    for name in kakehiki.__all__:
        assert getattr(kakehiki, name).__doc__ or name == "__version__", name
    for kind in (kakehiki.Game, kakehiki.Match, kakehiki.Rng, kakehiki.arena.Plan):
        for name, member in vars(kind).items():
            assert name.startswith("_") or member.__doc__, f"{kind.__name__}.{name}"
    assert doctest.testmod(kakehiki).failed == 0


@pytest.mark.parametrize(
    "words",
    [["mypy.stubtest", "kakehiki._native", "--mypy-config-file", "pyproject.toml"], ["mypy", "--strict"]],
)
def test_types_are_those_of_the_module(words):
    pytest.importorskip("mypy")
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT / "python", capture_output=True, text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def need_what_is_imported(text):
    """Leaves a test out where a program needs what is not installed."""
    for name in re.findall(r"^(?:import|from) ([\w.]+)", text, flags=re.MULTILINE):
        pytest.importorskip(name, exc_type=ImportError)


@pytest.mark.parametrize("path", sorted((ROOT / "python" / "examples").glob("*.py")), ids=lambda it: it.name)
def test_examples_run(path, tmp_path):
    need_what_is_imported(path.read_text())
    done = subprocess.run([sys.executable, path], cwd=tmp_path, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("page", ["python/README.md", "docs/python.md", "docs/reading-results.md"])
def test_code_blocks_of_the_pages_run(page, tmp_path):
    text = (ROOT / page).read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert blocks
    script = tmp_path / "page.py"
    # Whoever reads a page runs its blocks one after the other; children import it again.
    script.write_text("\n".join(blocks))
    need_what_is_imported(script.read_text())
    if page == "docs/reading-results.md":
        # What the command before the block makes.
        plan = kakehiki.arena.Spec("geister", ["charge", "random"], 20, rotate=True).plan()
        plan.run_shard(1, 1, out=tmp_path / "results" / "pair")
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True,
                          env=os.environ, check=False)
    assert done.returncode == 0, done.stderr


def test_the_benchmark_measures_everything_here():
    for name in ("pettingzoo", "gymnasium", "pyspiel"):
        pytest.importorskip(name)
    words = ["--seconds", "0.01", "--runs", "1", "--lanes", "2", "--only", "kakehiki"]
    script = ROOT / "python" / "benchmarks" / "compare.py"
    done = subprocess.run([sys.executable, script, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "failed" not in done.stdout, done.stdout + done.stderr
    rates = re.findall(r"^\| kakehiki.*\| ([\d,]+) \|", done.stdout, flags=re.MULTILINE)
    assert len(rates) == 19 and "0" not in rates
