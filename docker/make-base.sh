#!/usr/bin/env bash
# Makes a base image from Debian's packages, where no registry can be reached:
#
#     docker/make-base.sh NAME [ARCHIVE]
#     backgrade sandbox build --base NAME
#
# Needs root, debootstrap and a container engine. ARCHIVE keeps the files, and is used where it is there already.
# DEBIAN_SUITE chooses the release: its python3 has to be the one that numpy is for; DEBIAN_MIRROR, where from.
set -euo pipefail

name=${1:?usage: $0 NAME [ARCHIVE]}
suite=${DEBIAN_SUITE:-$(. /etc/os-release && [[ $ID == debian ]] && echo "$VERSION_CODENAME" || echo bookworm)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
archive=${2:-$work/base.tar}

if [[ ! -e $archive ]]; then
    echo "$suite with python3: about a minute"
    debootstrap --variant=minbase --include=python3 "$suite" "$work/root" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >"$work/log" 2>&1 ||
        { tail "$work/log" >&2; exit 1; }
    mkdir -p "$(dirname "$archive")"
    tar -C "$work/root" --exclude=./var/cache/apt/'*' --exclude=./var/lib/apt/lists/'*' -cf "$archive.new" .
    mv "$archive.new" "$archive"
fi
docker import "$archive" "$name"
