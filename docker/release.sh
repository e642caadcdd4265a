#!/usr/bin/env bash
# What is published of a commit, in dist/: the wheel, its requirements with hashes, its bill of materials (CycloneDX),
# the wheel of the Python client, and checksums. With the path of an SSH key, the checksums are signed. The same commit gives the same bytes.
#
#     make release KEY=~/.ssh/id_ed25519
set -euo pipefail
umask 022 # a wheel keeps the permissions of its files
cd "$(dirname "${BASH_SOURCE[0]}")/.."
key=${1-}
bill=cyclonedx-bom==7.5.0
export LC_ALL=C SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)

if [[ $(git status --porcelain --untracked-files=no) ]]; then
    echo "There are changes that are not committed. They are not part of the release." >&2
fi
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)
if ! git tag --points-at HEAD | grep -qxF "v$version"; then
    echo "This commit has no tag v$version. CONTRIBUTING.md says how a release is made." >&2
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

git archive --prefix=source/ HEAD | tar -x -C "$scratch"
cp -r api/pages/static/vendor "$scratch/source/api/pages/static/"
rm -rf dist
.venv/bin/pip -q wheel --no-deps --no-build-isolation --no-cache-dir -w dist "$scratch/source"
cp requirements/run.txt dist/requirements.txt

.venv/bin/python "$scratch/source/client/generate.py" "$scratch/client" >/dev/null
.venv/bin/pip -q wheel --no-deps --no-build-isolation --no-cache-dir -w dist "$scratch/client"

.venv/bin/python -m venv "$scratch/tools"
"$scratch/tools/bin/pip" -q --disable-pip-version-check install "$bill"
"$scratch/tools/bin/cyclonedx-py" requirements --pyproject pyproject.toml --output-reproducible \
    --output-format JSON --output-file dist/backgrade.cdx.json requirements/run.txt

(cd dist && sha256sum -- * >"$scratch/SHA256SUMS" && mv "$scratch/SHA256SUMS" .)
if [[ $key ]]; then
    ssh-keygen -q -Y sign -f "$key" -n backgrade dist/SHA256SUMS
fi
ls -l dist
