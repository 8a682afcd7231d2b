"""Runs the recipes of docs/ci.md as they stand there, with small packs: ci_docs_test.py KIND SOURCE PROGRAM.

Exit code 77: what KIND needs is not installed, or cannot run here; what could be tested without it was.
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
SMALL = '{"size":[32,32],"hydrology":{"cycles":1,"drops_per_cell":0.5},"outputs":[{"layer":"hillshade"}]}'


def block(text, kind, title):
    """The first code block of that kind below the heading."""
    part = text[text.index(title):]
    return re.search(r"```" + kind + r"\n(.*?)```", part, re.S).group(1)


def run(command, folder, program, **variables):
    environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}", **variables)
    return subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder, env=environment, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def must(result):
    if result.returncode != 0:
        sys.exit(f"exit code {result.returncode}: {result.stdout}")
    return result.stdout


def set_up(folder, program):
    """The folder looks like a clone whose scripts run the program that is tested."""
    (folder / "configs").mkdir()
    (folder / "configs/quickstart.json").write_text(SMALL)
    (folder / "scripts").mkdir()
    script = folder / "scripts/run.sh"
    script.write_text(f'#!/bin/sh\nexec "{program}" "$@"\n')
    script.chmod(0o755)


def check_packs(folder, program, count):
    packs = sorted((folder / "packs").glob("quickstart-*"))
    names = {f"quickstart-{seed}" for seed in range(1, count + 1)}
    assert {pack.name for pack in packs} == names, [pack.name for pack in packs]
    must(run("terrain-gen verify packs/quickstart-*", folder, program))
    leftovers = [str(file) for file in folder.rglob(".terrain-gen-*")]
    assert not leftovers, leftovers


def lines(text, folder, program):
    clone = folder / "origin"
    clone.mkdir()
    set_up(clone, program)
    commands = block(text, "sh", "# In a pipeline").replace('git clone --depth 1 "$TERRAIN_GEN_REPOSITORY"',
                                                            "cp -r origin")
    must(run(commands, folder, program))
    check_packs(folder, program, 8)
    assert "0 made, 8 up to date" in must(run(commands.replace("cp -r", "true"), folder, program))
    golden = json.loads((folder / "packs/quickstart-1/manifest.json").read_text())["content_sha256"]
    must(run(block(text, "sh", "## Proof"), folder, program, GOLDEN=golden))
    seal = re.search(r"`(sed 's.*sha256sum)`", text).group(1)
    manifest = json.loads((folder / "packs/quickstart-2/manifest.json").read_text())
    assert must(run(seal, folder / "packs/quickstart-2", program)).split()[0] == manifest["manifest_sha256"]


def github(text, folder, program):
    try:
        import yaml
    except ImportError:
        return SKIPPED
    job = yaml.safe_load(block(text, "yaml", "## GitHub Actions"))["jobs"]["packs"]
    set_up(folder, program)
    steps = [step["run"] for step in job["steps"] if "run" in step]
    assert len(steps) == 1
    for shard in job["strategy"]["matrix"]["shard"]:
        command = steps[0].replace("${{ matrix.shard }}", str(shard))
        assert "${{" not in command
        must(run(command, folder, program))
        assert "5 up to date" in must(run(command, folder, program))
    check_packs(folder, program, 20)


def parallel(text, folder, program):
    if not shutil.which("parallel"):
        return SKIPPED
    set_up(folder, program)
    command = block(text, "sh", "## GNU parallel")
    (folder / "packs").mkdir()
    (folder / "packs/quickstart-7").write_text("in the way")
    assert run(command, folder, program).returncode == 1  # the number of jobs that failed
    (folder / "packs/quickstart-7").unlink()
    must(run(command, folder, program))
    check_packs(folder, program, 20)
    must(run("terrain-gen contact --out packs/contact.png packs/*/", folder, program))


SLURM = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


@contextlib.contextmanager
def cluster(folder):
    """A cluster of this machine alone, with keys, ports and files of its own; yields its configuration, or None."""
    ports = []
    for _ in range(2):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            ports.append(taken.getsockname()[1])
    for name in ("state", "spool"):
        (folder / name).mkdir()
    (folder / "munge.key").write_bytes(os.urandom(128))
    (folder / "munge.key").chmod(0o600)
    config = folder / "slurm.conf"
    host = socket.gethostname().split(".")[0]
    config.write_text(SLURM.format(host=host, ports=ports, folder=folder))
    (folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
    environment = dict(os.environ, SLURM_CONF=str(config))
    commands = [["munged", "--force", "--foreground", f"--socket={folder}/munge.socket",
                 f"--key-file={folder}/munge.key", f"--log-file={folder}/munged.log",
                 f"--pid-file={folder}/munged.pid", f"--seed-file={folder}/munged.seed", "--num-threads=2"],
                ["slurmctld", "-D", "-f", str(config)], ["slurmd", "-D", "-f", str(config), "-N", host]]
    daemons = []
    try:
        for command in commands:
            daemons.append(subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL,
                                            stdout=open(folder / f"{command[0]}.out", "w"), stderr=subprocess.STDOUT,
                                            start_new_session=True))
            time.sleep(1)
        deadline = time.monotonic() + 30
        while True:
            state = subprocess.run(["sinfo", "-h", "-o", "%t"], env=environment, capture_output=True, text=True,
                                   timeout=30).stdout.strip()
            if state.rstrip("*") == "idle" and not state.endswith("*"):
                yield config
                return
            if time.monotonic() > deadline or any(daemon.poll() is not None for daemon in daemons):
                for log in sorted(folder.glob("*.log")) + sorted(folder.glob("*.out")):
                    print(f"{log.name}: ", log.read_text()[-800:])
                yield None
                return
            time.sleep(0.5)
    finally:
        for daemon in reversed(daemons):
            daemon.send_signal(signal.SIGTERM)
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


def slurm(text, folder, program):
    set_up(folder, program)
    script = block(text, "sbatch", "## Slurm")
    (folder / "packs.sbatch").write_text(script)
    count = int(re.search(r"--array=1-(\d+)", script).group(1))
    # The script alone, as each task of the array would run it.
    for task in range(1, count + 1):
        must(run("bash packs.sbatch", folder, program, SLURM_ARRAY_TASK_ID=str(task),
                 SLURM_ARRAY_TASK_COUNT=str(count), SLURM_CPUS_PER_TASK="1"))
    check_packs(folder, program, 20)
    if os.geteuid() != 0 or not all(shutil.which(name) for name in ("munged", "slurmctld", "slurmd", "sbatch")):
        print("the script was tested without Slurm, which is not to be had here")
        return SKIPPED
    shutil.rmtree(folder / "packs")
    with tempfile.TemporaryDirectory(prefix="terrain-gen-slurm-") as state, cluster(pathlib.Path(state)) as config:
        if config is None:
            print("the script was tested without Slurm, which does not start here")
            return SKIPPED
        must(run("timeout 90 sbatch --wait packs.sbatch", folder, program, SLURM_CONF=str(config)))
        check_packs(folder, program, 20)
        assert len(list((folder / "packs").glob("batch-*-of-4.json"))) == count


def main():
    kind, source, program = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]).resolve()
    text = (source / "docs/ci.md").read_text()
    with tempfile.TemporaryDirectory(prefix="terrain-gen-test-") as folder:
        tests = {"lines": lines, "github": github, "parallel": parallel, "slurm": slurm}
        sys.exit(tests[kind](text, pathlib.Path(folder), program) or 0)


main()
