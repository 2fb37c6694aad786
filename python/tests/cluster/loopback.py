# SPDX-License-Identifier: Apache-2.0
"""A real cluster on loopback: a standalone master and two workers from PySpark's own jars. For tests and scripts/bench cluster."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

HOOKS = """
import os, resource, sys, time
from pathlib import Path
flags = Path(os.environ.get("HOPVEIL_TEST_FLAGS", "/nonexistent"))
if "pyspark.daemon" in sys.orig_argv or "pyspark/daemon" in " ".join(sys.orig_argv):
    for flag in ("kill", "slow", "full"):
        try:
            (flags / flag).unlink()  # one process only gets it
        except OSError:
            continue
        if flag == "slow":
            time.sleep(4)
        elif flag == "full":  # no byte more goes to a file of the executor: as on a full disk
            resource.prlimit(os.getppid(), resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
            (flags / "full.pid").write_text(str(os.getppid()))
        else:
            os.kill(os.getppid(), 9)  # the executor's Java process, and with it its tasks
"""


def missing() -> str:
    try:
        import pyspark  # noqa: F401
    except ImportError:
        return "PySpark is not installed (scripts/setup python)"
    return "" if shutil.which("java") else "Java is not installed (scripts/setup python)"


class Cluster:
    """Processes of a master and two workers, each of one core, that write to a folder."""

    def __init__(self, folder: Path, worker_memory: str = "700m") -> None:
        import pyspark

        self.folder = folder
        self.flags = folder / "flags"
        self.flags.mkdir()
        hooks = folder / "hooks"
        hooks.mkdir()
        (hooks / "sitecustomize.py").write_text(HOOKS)
        self.worker_path = f"{hooks}:{os.environ['PYTHONPATH']}"
        os.environ["PYSPARK_PYTHON"] = sys.executable  # of the workers
        self.processes: list[subprocess.Popen] = []
        self._program = Path(pyspark.__file__).parent / "bin" / "spark-class"
        self._environment = {
            **os.environ,
            "SPARK_DAEMON_MEMORY": "300m",
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_LOCAL_HOSTNAME": "localhost",
            "SPARK_NO_DAEMONIZE": "1",
        }
        common = ["--host", "127.0.0.1", "--webui-port", "0"]
        self.url = self._start("master", "org.apache.spark.deploy.master.Master", *common, "--port", "0", wait=r"spark://127\.0\.0\.1:\d+")
        for name in ("one", "two"):
            place = ["-d", str(folder / name), "-c", "1", "-m", worker_memory]
            self._start(name, "org.apache.spark.deploy.worker.Worker", *common, *place, self.url, wait="Successfully registered")

    def _start(self, name: str, *command: str, wait: str) -> str:
        log = self.folder / f"{name}.log"
        with log.open("w") as out:
            self.processes.append(subprocess.Popen([self._program, *command], stdout=out, stderr=out, env=self._environment))
        until = time.monotonic() + 120
        while time.monotonic() < until:
            if found := re.search(wait, log.read_text()):
                return found[0]
            assert self.processes[-1].poll() is None, log.read_text()
            time.sleep(0.2)
        raise AssertionError(f"{name} did not start:\n{log.read_text()}")

    def session(self, executor_memory: str = "512m", driver_memory: str = "512m", most_cores: int = 2):
        from pyspark.sql import SparkSession

        return (
            SparkSession.builder.master(self.url)
            .appName("hopveil tests")
            .config("spark.executor.memory", executor_memory)
            .config("spark.driver.memory", driver_memory)
            .config("spark.cores.max", str(most_cores))
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.python.worker.reuse", "true")
            # A task that failed on one worker is tried on the other; both have the same address here.
            .config("spark.task.maxFailures", "8")
            .config("spark.excludeOnFailure.enabled", "true")
            .config("spark.excludeOnFailure.timeout", "5s")
            .config("spark.excludeOnFailure.task.maxTaskAttemptsPerExecutor", "1")
            .config("spark.excludeOnFailure.task.maxTaskAttemptsPerNode", "7")
            .config("spark.excludeOnFailure.stage.maxFailedExecutorsPerNode", "7")
            .config("spark.excludeOnFailure.application.maxFailedExecutorsPerNode", "7")
            .config("spark.executorEnv.PYTHONPATH", self.worker_path)
            .config("spark.executorEnv.HOPVEIL_TEST_FLAGS", str(self.flags))
            .getOrCreate()
        )

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
