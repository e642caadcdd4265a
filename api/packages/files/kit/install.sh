#!/usr/bin/env bash
# Installs Backgrade into the folder venv/ beside this file. requirements.txt names the version and the SHA-256 of
# everything that is installed; a file with another one is refused. This needs a network, grading needs none.
# To install without a network, bring the wheels of the dependencies along; with this Python, on a machine like it:
#     pip download --require-hashes --only-binary :all: -d wheels -r requirements.txt
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

find_python() {
    local candidate
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    return 1
}

if ! python=$(find_python); then
    # Ubuntu 22.04 has Python 3.10, and 3.11 beside it.
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update
    apt-get -qq install --no-install-recommends python3.11 python3.11-venv ||
        apt-get -qq install --no-install-recommends python3 python3-venv
    python=$(find_python) || { echo 'Backgrade needs Python 3.11 or newer, with venv.' >&2; exit 1; }
fi

wheels=(wheels/*.whl)
sources=()
if ((${#wheels[@]} > 1)); then
    sources=(--no-index --find-links wheels)
fi
rm -rf venv
"$python" -m venv venv
venv/bin/python -m pip --quiet --disable-pip-version-check install \
    --require-hashes --only-binary :all: "${sources[@]}" -r requirements.txt
venv/bin/backgrade --version
