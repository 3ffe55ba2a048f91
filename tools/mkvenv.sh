#!/bin/sh
# mkvenv.sh FOLDER: make a virtual environment with the first Python 3.11 or newer that is found ($PYTHON first).
set -eu
folder=$1

python=
for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
  if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
    python=$candidate
    break
  fi
done
if [ -z "$python" ]; then
  echo "Python 3.11 or newer is needed (Debian: sudo apt install python3; macOS: brew install python)." >&2
  echo "If it stands outside the PATH, name it: make run PYTHON=/path/to/python3" >&2
  exit 1
fi

# Debian ships ensurepip, which puts pip into the environment, as a package of its own.
if ! "$python" -c 'import ensurepip' 2>/dev/null; then
  package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq "$package"
  else
    echo "This Python cannot make virtual environments (Debian: sudo apt install $package)." >&2
    exit 1
  fi
fi

exec "$python" -m venv --clear "$folder"
