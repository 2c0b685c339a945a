"""Sweeps on a real cluster of processes: workers die, rows do not."""

import os
import resource
import signal

import numpy as np
import pytest

import ricochet as rc
from ricochet.ensemble import grid, sweep, to_parquet
from test_ensemble import without_times

distributed = pytest.importorskip("distributed", reason="lib/python/tests/requirements-all.txt")


@pytest.fixture(scope="module")
def client():
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1,
                                  dashboard_address=":0") as cluster:
        with distributed.Client(cluster) as made:
            yield made


def pogo(members, **more):
    return sweep(rc.problems["pogo"](), members=members, **{"steps": 100, **more})


def test_the_bits_are_those_of_one_process(client):
    members = grid(gravity=np.linspace(1, 20, 60).tolist())
    one = pogo(members)
    assert without_times(one) == without_times(pogo(members, engine="dask", client=client))
    assert without_times(one) == without_times(pogo(members, engine="dask", client=client, chunk=1))


def test_a_killed_worker_loses_nothing(client):
    members = grid(gravity=np.linspace(1, 20, 300).tolist())
    killed = []

    def kill(done, every):
        if done > 50 and not killed:
            pid = next(iter(client.run(os.getpid).values()))
            killed.append(pid)
            os.kill(pid, signal.SIGKILL)

    table = pogo(members, engine="dask", client=client, chunk=5, progress=kill)
    assert killed and table.complete
    assert without_times(table) == without_times(pogo(members))


class Deadly(distributed.WorkerPlugin):
    """Every worker, new ones too, dies of the member with this number."""

    def setup(self, worker):
        import ricochet._dask as on_worker

        rows_of = on_worker.rows_of

        def deadly(made, common, members, *more):
            if any(index == 13 for index, *_ in members):
                os._exit(1)
            return rows_of(made, common, members, *more)

        on_worker.rows_of = deadly


def test_a_member_that_kills_its_workers_is_one_row():
    members = grid(gravity=np.linspace(1, 20, 24).tolist())
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        with distributed.Client(cluster) as client:
            client.register_plugin(Deadly())
            table = pogo(members, engine="dask", client=client, chunk=8)
    assert table.complete
    assert [row["member"] for row in table if row["status"] == "worker_died"] == [13]
    good = [row for row in without_times(pogo(members)) if row["member"] != 13]
    assert [row for row in without_times(table) if row["member"] != 13] == good


def test_an_exception_of_progress_has_the_rows_so_far(client):
    def progress(done, every):
        if done >= 20:
            raise KeyError("a mistake of the user")

    with pytest.raises(KeyError, match="mistake") as caught:
        pogo(grid(gravity=[9.81] * 300), steps=1, engine="dask", client=client, chunk=5,
             progress=progress)
    assert 20 <= len(caught.value.table) < 300
    assert pogo(grid(gravity=[9.81] * 10), steps=1, engine="dask", client=client).complete


def test_ten_thousand_members_leave_the_client_small(client):
    quick = {"engine": "dask", "client": client, "backend": "newton"}
    pogo(grid(gravity=[9.81] * 100), steps=1, **quick)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    table = pogo(grid(gravity=np.linspace(1, 20, 10_000).tolist()), steps=50, **quick)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert table.complete and (table["status"] == "converged").all()
    assert after - before < 60_000, "kB: rows of 10^4 members, no runs"


def test_tables_and_trajectories_are_exact(client, tmp_path):
    pandas, zarr = pytest.importorskip("pandas"), pytest.importorskip("zarr")
    members = grid(gravity=[1.62, 9.81, 20.0])
    table = pogo(members, engine="dask", client=client, trajectories=tmp_path / "runs.zarr", every=7)
    to_parquet(table, tmp_path / "table.parquet")
    read = pandas.read_parquet(tmp_path / "table.parquet")
    assert read["q1"].tolist() == table["q1"].tolist()
    q = zarr.open_group(tmp_path / "runs.zarr", mode="r")["q"]
    run = rc.problems["pogo"](gravity=9.81).simulate(steps=100, every=7)
    np.testing.assert_array_equal(q[1], run.q)
