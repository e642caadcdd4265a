#!/usr/bin/env bash
# Builds a base image from Debian's packages, for machines that cannot reach a registry:
#
#     docker/make-base.sh NAME [ARCHIVE]
#     backgrade sandbox build --base NAME
#
# Needs root, debootstrap and a container engine. The files are stored in ARCHIVE; if it exists, it is used instead.
# DEBIAN_SUITE chooses the release (numpy must fit its python3), DEBIAN_PACKAGES what it has beside the essential
# packages, and DEBIAN_MIRROR the server.
set -euo pipefail

name=${1:?usage: $0 NAME [ARCHIVE]}
suite=${DEBIAN_SUITE:-$(. /etc/os-release && [[ $ID == debian ]] && echo "$VERSION_CODENAME" || echo bookworm)}
packages=${DEBIAN_PACKAGES:-python3,python3-venv}
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
archive=${2:-$work/base.tar}

if [[ ! -e $archive ]]; then
    echo "$suite with $packages: about a minute"
    debootstrap --variant=minbase --include="$packages" "$suite" "$work/root" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >"$work/log" 2>&1 ||
        { tail "$work/log" >&2; exit 1; }
    mkdir -p "$(dirname "$archive")"
    tar -C "$work/root" --exclude=./var/cache/apt/'*' --exclude=./var/lib/apt/lists/'*' -cf "$archive.new" .
    mv "$archive.new" "$archive"
fi
docker import "$archive" "$name"
