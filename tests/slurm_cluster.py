"""Starts SLURM on this machine, a controller and one node, for a test."""

import os
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager

SBIN = "/usr/sbin:/usr/bin:/bin"
CONFIGURATION = """\
ClusterName=parbleu
SlurmctldHost={host}
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=500 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def is_here():
    """Whether SLURM is installed, and this user may start it."""
    found = all(shutil.which(name, path=SBIN) for name in ("slurmctld", "slurmd", "sbatch"))
    return found and os.geteuid() == 0


@contextmanager
def cluster(folder):
    """The environment of commands that use a cluster of this machine, which ends with the block."""
    ports = [_free_port() for _ in range(2)]
    host = socket.gethostname().split(".")[0]
    for name in ("state", "spool"):
        (folder / name).mkdir(parents=True)
    configuration = folder / "slurm.conf"
    configuration.write_text(CONFIGURATION.format(host=host, ports=ports, folder=folder), encoding="ascii")
    environment = {**os.environ, "SLURM_CONF": str(configuration), "PATH": f"{os.environ['PATH']}:{SBIN}"}
    processes = []
    try:
        for command in (["slurmctld", "-D"], ["slurmd", "-D", "-N", host]):
            with (folder / f"{command[0]}.out").open("wb") as output:
                started = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
            processes.append(started)
        _wait_until_idle(environment, folder)
        yield environment
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            process.wait(30)


def _wait_until_idle(environment, folder):
    for _ in range(600):
        command = ["sinfo", "-h", "-o", "%T"]
        found = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if found.stdout.strip() in ("idle", "mixed"):
            return
        time.sleep(0.1)
    logs = "\n".join(path.read_text(errors="replace")[-2000:] for path in folder.glob("*.log"))
    raise AssertionError(f"SLURM does not start: {found.stdout}{found.stderr}\n{logs}")


def _free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]
