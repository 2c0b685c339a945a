import pandas as pd
import ricochet as rc
import zarr
from distributed import Client, LocalCluster
from ricochet.ensemble import grid, sweep, to_parquet

if __name__ == "__main__":  # worker processes import this file
    pogo = rc.problems["pogo"]()  # its own start, step and method
    members = grid(gravity=[1.62, 3.71, 9.81], mass=[0.5, 1.0])
    with (LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
          Client(cluster) as client):
        table = sweep(pogo, members=members, steps=200, engine="dask", client=client,
                      trajectories="runs.zarr", every=10)
    to_parquet(table, "sweep.parquet")

    rows = pd.read_parquet("sweep.parquet")
    print(rows[["gravity", "mass", "impacts"]].to_string(index=False))
    print(zarr.open_group("runs.zarr")["q"].shape, "members, records, coordinates")
