"""Experiments over the machines of a Ray cluster, a shard at a time.

>>> import kakehiki.ray
>>> run = kakehiki.ray.run(kakehiki.arena.Spec("geister", ["charge", "random"], 10_000))  # doctest: +SKIP

Every shard is a task of Ray that plays as ``run_shard`` does anywhere. Nothing that matters lives on a node: what a
lost one was playing is played again, and whoever starts the same call with the same folder again goes on from there.
"""

from __future__ import annotations

import argparse
import atexit
import logging
import os
import pickle
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Protocol, TypedDict, TypeVar, Unpack

try:
    import ray
    from ray import exceptions
except ImportError as error:
    raise ImportError('this needs Ray: pip install "kakehiki[ray]"') from error

from kakehiki import _native, arena
from kakehiki._native import Plan, Report, Run, Spec
from kakehiki.errors import PlanError, RunError

__all__ = ["How", "Progress", "reproduce", "run", "study"]

AnyPath = str | PathLike[str]
Value = str | int | float | bool

#: The shards that are laid out for each CPU of the cluster where nobody says how many.
SHARDS_PER_CPU = 20

#: How long a shard waits for the journal of a worker that is thought dead and may not be.
PATIENCE = 30.0

#: How often the driver looks whether nodes are gone, in seconds.
LOOK = 0.5

#: What says that a worker or its node is gone, and not that the work cannot be done.
LOST = (
    exceptions.WorkerCrashedError,
    exceptions.NodeDiedError,
    exceptions.ObjectLostError,
    exceptions.OutOfMemoryError,
    exceptions.LocalRayletDiedError,
)

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


@dataclass
class Progress:
    """How far an experiment is."""

    shards: int
    done: int = 0
    #: The games of finished shards, and of all, where that is known beforehand: studies do not know.
    games: int = 0
    total_games: int | None = None
    nodes: int = 0
    #: How often a shard was lost with its worker or node, and played again.
    lost: int = 0
    #: The matches that were finished before their shards were lost, and were not played again.
    resumed: int = 0
    #: The nodes that were there and are not any more.
    dead: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        said = f"{self.done}/{self.shards} shards, "
        if self.total_games is not None:
            said += f"{self.games}/{self.total_games} games, "
        said += f"{self.nodes} nodes"
        if self.dead:
            said += f", {len(self.dead)} died"
        return said + (f", {self.lost} shards played again" if self.lost else "")


Show = Callable[[Progress], object]


@dataclass(frozen=True)
class Played:
    """What came of a shard besides its files: its games as far as they are counted, how many of its matches an earlier
    worker had finished, and what has to be there before the rest can be played."""

    games: int = 0
    resumed: int = 0
    awaited: tuple[str, ...] = ()


class Job(Protocol[T_co]):
    """Work that can be divided. It travels to the workers."""

    @property
    def name(self) -> str:
        """What it is called on a dashboard."""

    def most(self) -> int:
        """Into how many shards it can be divided."""

    def games(self) -> int | None:
        """How many games there are, if that is known beforehand."""

    def kept(self, index: int, of: int, folder: Path) -> int | None:
        """The games of a shard that is in a folder; None where it has to be played."""

    def play(self, index: int, of: int, folder: Path, threads: int) -> Played:
        """Plays a shard into a folder."""

    def finish(self, folder: Path) -> T_co:
        """Puts all shards of a folder together."""


@dataclass(frozen=True)
class Games:
    """Games of the arena."""

    plan: Plan
    name: str = "arena"

    def most(self) -> int:
        """A sequential test has to see its games in their order."""
        return 1 if self.plan.spec.to_dict().get("sprt") is not None else self.plan.matches

    def games(self) -> int:
        """All games of the plan."""
        return self.plan.games

    def kept(self, index: int, of: int, folder: Path) -> int | None:
        """A file that is there is looked through and not played."""
        if not (folder / f"{self.plan.hash}-{index}-of-{of}.parquet").exists():
            return None
        run = self.plan.run_shard(index, of, out=folder)
        return run.games if run.played == 0 else None

    def play(self, index: int, of: int, folder: Path, threads: int) -> Played:
        """A shard of a plan needs no other one."""
        run = self.plan.run_shard(index, of, out=folder, threads=threads)
        return Played(run.games, run.resumed)

    def finish(self, folder: Path) -> Run:
        """All games."""
        return arena.merge(folder)


@dataclass(frozen=True)
class Experiment:
    """A published experiment."""

    name: str
    scale: float
    seed: int
    settings: dict[str, Any]

    def most(self) -> int:
        """As many as one likes: tasks that cannot be divided fall to one of them each."""
        return sys.maxsize

    def games(self) -> None:
        """Only playing tells."""

    def kept(self, index: int, of: int, folder: Path) -> None:
        """Only playing tells."""

    def play(self, index: int, of: int, folder: Path, threads: int) -> Played:
        """What can be played now."""
        awaited = _native.study(self.name).run_shard(
            index, of, out=folder, scale=self.scale, seed=self.seed, threads=threads, **self.settings
        )
        return Played(awaited=() if awaited is None else (awaited,))

    def finish(self, folder: Path) -> Report:
        """The report; all games are there."""
        known = _native.study(self.name)
        return known.run(out=folder, scale=self.scale, seed=self.seed, **self.settings)


@dataclass(frozen=True)
class Reproduction:
    """All published experiments."""

    scale: Any
    paper: str | None
    seed: int
    name: str = "reproduce"

    def most(self) -> int:
        """As many as one likes."""
        return sys.maxsize

    def games(self) -> None:
        """Only playing tells."""

    def kept(self, index: int, of: int, folder: Path) -> None:
        """Only playing tells."""

    def play(self, index: int, of: int, folder: Path, threads: int) -> Played:
        """What can be played now."""
        awaited = _native._reproduce_shard(
            index, of, folder, self.scale, self.paper, self.seed, threads
        )
        return Played(awaited=tuple(awaited))

    def finish(self, folder: Path) -> str:
        """The report; all games are there."""
        return _native.reproduce(out=folder, scale=self.scale, paper=self.paper, seed=self.seed)


class Locked(Exception):
    """Another worker, which is thought dead, still holds the journal of a shard."""


class How(TypedDict, total=False):
    """How work is spread over a cluster.

    ``shards`` is the number of tasks, each of which has ``cpus`` and ``resources``; a few seconds to a minute each
    are a good size. ``out`` is a folder of this machine for results: those that are there already are not played.
    ``shared`` is one that all nodes see; tasks write into it by themselves, so that a lost shard goes on from its last
    finished match. ``files`` travel into the working folder of each task, by the names that agents know them by.
    ``address`` and ``runtime_env`` are Ray's own, if it is not running yet. ``progress`` is True for a line on a
    terminal, or a function of :class:`Progress`.
    """

    shards: int | None
    address: str | None
    cpus: int
    resources: Mapping[str, float] | None
    out: AnyPath | None
    shared: AnyPath | None
    files: Mapping[str, AnyPath] | None
    runtime_env: Mapping[str, Any] | None
    progress: bool | Show


def run(spec: Spec | Plan | AnyPath, **how: Unpack[How]) -> Run:
    """Plays an experiment of the arena over a cluster; a file may hold its specification or its plan.

    Other keywords are those of :class:`How`. Result files are those of ``run_shard``, byte for byte, however many nodes
    there are and whatever happens to them.
    """
    return _spread(Games(_plan(spec)), **how)


def study(
    id: str,
    *,
    scale: float = 1.0,
    seed: int = 1,
    settings: Mapping[str, Value] | None = None,
    **how: Unpack[How],
) -> Report:
    """Runs a published experiment over a cluster; other keywords are those of :class:`How`."""
    _native.study(id)
    return _spread(Experiment(id, scale, seed, dict(settings or {})), **how)


def reproduce(
    *, scale: str = "quick", paper: str | None = None, seed: int = 1, **how: Unpack[How]
) -> str:
    """Runs all published experiments over a cluster, writes the report and gives its JSON document; other keywords
    are those of :class:`How`."""
    return _spread(Reproduction(scale, paper, seed), **how)


def _plan(spec: Spec | Plan | AnyPath) -> Plan:
    if isinstance(spec, Plan):
        return spec
    if isinstance(spec, Spec):
        return spec.plan()
    path = Path(spec)
    return Plan.read(path) if path.suffix == ".json" else Spec.read(path).plan()


def _spread(
    job: Job[T],
    *,
    shards: int | None = None,
    address: str | None = None,
    cpus: int = 1,
    resources: Mapping[str, float] | None = None,
    out: AnyPath | None = None,
    shared: AnyPath | None = None,
    files: Mapping[str, AnyPath] | None = None,
    runtime_env: Mapping[str, Any] | None = None,
    progress: bool | Show = True,
) -> T:
    if out is not None and shared is not None:
        raise ValueError("results stand in out or in shared, not in both")
    folder = _folder(shared if out is None else out)
    with _cluster(address, runtime_env):
        whole = int(_state("cluster_resources").get("CPU", 1)) * SHARDS_PER_CPU
        count = min(job.most(), shards or max(whole, 1))
        driver = Driver(
            job=ray.put(pickle.dumps(job)),
            name=job.name,
            folder=folder,
            shared=None if shared is None else str(folder.resolve()),
            carried={name: Path(path).read_bytes() for name, path in (files or {}).items()},
            options={"num_cpus": cpus, "resources": dict(resources or {})},
            show=_shown(progress),
            progress=Progress(count, total_games=job.games()),
        )
        kept = {index: job.kept(index, count, folder) for index in range(1, count + 1)}
        left = [index for index, games in kept.items() if games is None]
        driver.progress.done = count - len(left)
        driver.progress.games = sum(games or 0 for games in kept.values())
        driver.play(left)
    return job.finish(folder)


def _folder(given: AnyPath | None) -> Path:
    if given is not None:
        Path(given).mkdir(parents=True, exist_ok=True)
        return Path(given)
    made = tempfile.mkdtemp(prefix="kakehiki-")
    # Tables of results are read from it whenever they are asked for.
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


@contextmanager
def _cluster(address: str | None, runtime_env: Mapping[str, Any] | None) -> Iterator[None]:
    """Ray, begun and ended here unless it is running already."""
    is_there = ray.is_initialized()
    if not is_there:
        env = dict(runtime_env or {})
        ray.init(address=address, runtime_env=env, log_to_driver=False, logging_level=logging.WARNING)
    try:
        yield
    finally:
        if not is_there:
            ray.shutdown()


def _state(of: str) -> Any:
    """What Ray says of the cluster, by functions that have no types."""
    return getattr(ray, of)()


def _shown(progress: bool | Show) -> Show:
    if progress is True:
        return _line if sys.stderr.isatty() else lambda _: None
    return progress or (lambda _: None)


def _line(progress: Progress) -> None:
    end = "\n" if progress.done == progress.shards else ""
    # To the end of the line, where a longer one may have stood.
    sys.stderr.write(f"\r{progress}\x1b[K{end}")
    sys.stderr.flush()


@dataclass
class Driver:
    """Hands out shards and gathers what comes of them."""

    #: What is played, sent to each node once: a plan of many matches is large.
    job: Any
    name: str
    folder: Path
    shared: str | None
    carried: dict[str, bytes]
    options: dict[str, Any]
    show: Show
    progress: Progress
    #: All nodes that were there, by their ids.
    seen: dict[str, str] = field(default_factory=dict)

    def play(self, left: list[int]) -> None:
        """Plays shards until nothing waits for another one."""
        while left:
            before = _files(self.folder)
            # What a later stage needs of an earlier one is in the folder; shards of the arena need nothing.
            given = {} if self.shared or self.name == "arena" else before
            awaited = self._round(left, ray.put(given | self.carried))
            if awaited and _files(self.folder) == before:
                raise RunError(f"nothing was left to play, but there is no {awaited[0]}")
            if awaited:
                self.progress.done = 0
            left = list(range(1, self.progress.shards + 1)) if awaited else []

    def _round(self, left: list[int], given: Any) -> list[str]:
        """Plays every shard once, and again where it was lost."""
        refs = {self._begin(index, given): index for index in left}
        awaited: list[str] = []
        try:
            while refs:
                ready, _ = ray.wait(list(refs), timeout=LOOK)
                for ref in ready:
                    index = refs.pop(ref)
                    try:
                        files, played = ray.get(ref)
                    except LOST:
                        self.progress.lost += 1
                        refs[self._begin(index, given)] = index
                    except exceptions.RayTaskError as error:
                        if not isinstance(error.cause, Locked):
                            raise _reason(error, index, self.progress.shards) from None
                        self.progress.lost += 1
                        refs[self._begin(index, given)] = index
                    else:
                        _write(self.folder, files)
                        awaited += played.awaited
                        self.progress.done += 1
                        self.progress.games += played.games
                        self.progress.resumed += played.resumed
                self._tell()
        except BaseException:
            for ref in refs:
                ray.cancel(ref, force=True)
            raise
        return awaited

    def _begin(self, index: int, given: Any) -> Any:
        of = self.progress.shards
        # Lost shards are begun again here, so that they are counted; whatever else goes wrong would again.
        task = _task.options(
            name=f"{self.name} {index}/{of}",
            max_retries=0,
            scheduling_strategy="SPREAD",
            **self.options,
        )
        cpus = max(1, int(self.options["num_cpus"]))
        return task.remote(_native.__version__, self.job, index, of, given, self.shared, cpus)

    def _tell(self) -> None:
        alive = {it["NodeID"]: it["NodeManagerAddress"] for it in _state("nodes") if it["Alive"]}
        self.seen |= alive
        self.progress.nodes = len(alive)
        self.progress.dead = [address for node, address in self.seen.items() if node not in alive]
        self.show(self.progress)


def _reason(error: exceptions.RayTaskError, index: int, of: int) -> Exception:
    """What a shard failed of, as the same exception that it raised."""
    cause = error.cause
    kind = type(cause) if isinstance(cause, (RunError, PlanError, ValueError)) else RunError
    return kind(f"shard {index}/{of}: {cause}")


@ray.remote
def _task(
    version: str,
    job: bytes,
    index: int,
    of: int,
    given: dict[str, bytes],
    shared: str | None,
    threads: int,
) -> tuple[dict[str, bytes], Played]:
    """Plays a shard in a folder of its own, and gives back the files that it made."""
    if version != _native.__version__:
        raise PlanError(
            f"a worker has version {_native.__version__} of kakehiki and whoever started this has {version}; "
            f'with runtime_env={{"pip": ["kakehiki=={version}"]}} all have the same'
        )
    with tempfile.TemporaryDirectory(prefix="kakehiki-") as made:
        home = os.getcwd()
        # Agents find their files by names that mean the same everywhere.
        os.chdir(made)
        try:
            _write(Path(made), given)
            folder = Path(made if shared is None else shared)
            played = _patient(lambda: pickle.loads(job).play(index, of, folder, threads))
            if shared is not None:
                return {}, played
            made_files = _files(Path(made))
            return {name: it for name, it in made_files.items() if given.get(name) != it}, played
        finally:
            os.chdir(home)


def _patient(play: Callable[[], Played]) -> Played:
    """Waits for a journal that somebody else still holds."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return play()
        except RunError as error:
            if "another process" not in str(error):
                raise
            if time.monotonic() > end:
                raise Locked(str(error)) from None
            time.sleep(LOOK)


def _files(folder: Path) -> dict[str, bytes]:
    """Everything below a folder."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def _write(folder: Path, files: dict[str, bytes]) -> None:
    """Writes files, each of which is there as a whole or not at all."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(path.name + ".partial")
        partial.write_bytes(content)
        partial.replace(path)


def main(words: list[str] | None = None) -> None:
    """The command: a specification or a plan, the id of a study, or ``reproduce``."""
    parser = argparse.ArgumentParser(prog="python -m kakehiki.ray", description=__doc__.splitlines()[0])
    parser.add_argument("what", help="a specification, a plan, the id of a study, or reproduce")
    parser.add_argument("--out", help="the folder for results; those that are there are not played")
    parser.add_argument("--shared", help="a folder that all nodes see, instead of --out")
    parser.add_argument("--shards", type=int, help="the number of tasks")
    parser.add_argument("--address", help="the cluster, such as auto; without it Ray begins on this machine")
    parser.add_argument("--cpus", type=int, default=1, help="the CPUs of a task")
    parser.add_argument("--scale", help="the size of a study or of reproduce")
    parser.add_argument("--seed", type=int, default=1, help="the number all luck follows from, of a study")
    given = parser.parse_args(words)
    how: dict[str, Any] = {
        name: getattr(given, name) for name in ("out", "shared", "shards", "address", "cpus")
    }
    if given.what == "reproduce":
        print(reproduce(scale=given.scale or "quick", seed=given.seed, **how))
    elif Path(given.what).exists():
        print(run(given.what, **how))
    else:
        print(study(given.what, scale=float(given.scale or 1), seed=given.seed, **how))


if __name__ == "__main__":
    # By its own name, so that workers find what they are sent.
    from kakehiki.ray import main as begin

    begin()
