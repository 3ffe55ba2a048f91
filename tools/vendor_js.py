"""Refresh static/vendor from the npm packages. The result is committed: only maintainers need npm (`make vendor`)."""

import hashlib
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

# Package: the files taken from it (its licence comes along).
PACKAGES = {
    "bootstrap@5.3.9": ["dist/css/bootstrap.min.css", "dist/js/bootstrap.bundle.min.js"],
    "htmx.org@2.0.11": ["dist/htmx.min.js"],
}
# A reference to a source map that is not shipped makes the manifest storage fail.
SOURCE_MAP = re.compile(rb"\n?(//|/\*)# sourceMappingURL=[^\s*]+( ?\*/)?\s*$")
VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"


def fetch(spec: str) -> list[Path]:
    """Unpack the wanted files of npm package `spec` ("name@version") and return where they now stand."""
    target = VENDOR / spec.replace(".org@", "-").replace("@", "-")
    target.mkdir(parents=True)
    written = []
    with tempfile.TemporaryDirectory() as folder:
        pack = subprocess.run(
            ["npm", "pack", "--silent", spec], cwd=folder, text=True, stdout=subprocess.PIPE, check=True
        )
        with tarfile.open(Path(folder) / pack.stdout.split()[-1]) as archive:
            for name in [*PACKAGES[spec], "LICENSE"]:
                content = archive.extractfile(f"package/{name}").read()
                path = target / Path(name).name
                path.write_bytes(SOURCE_MAP.sub(b"\n", content))
                written.append(path)
    return written


def main() -> None:
    """Replace static/vendor and write the SHA-256 sums of what it holds."""
    shutil.rmtree(VENDOR, ignore_errors=True)
    paths = [path for spec in PACKAGES for path in fetch(spec)]
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(VENDOR)}\n" for path in paths]
    (VENDOR / "SHA256SUMS").write_text("".join(sums))


if __name__ == "__main__":
    main()
