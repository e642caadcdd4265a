#!/usr/bin/env bash
# Grades two files as submissions are graded here, but always on the stage `core`, which both were written for. The
# correct one must earn every point, the wrong one must not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. ./settings.sh
examples=venv/share/backgrade/examples

expect() {
    local status=0 output
    output=$(venv/bin/backgrade check "${options[@]}" --stage core -- "$2" 2>&1) || status=$?
    if ((status != $1)); then
        echo "$output" >&2
        echo "Self-check failed: $2 ended with status $status instead of $1." >&2
        exit 1
    fi
}

expect 0 "$examples/correct.py"
expect 1 "$examples/overwrite.py"
echo 'Self-check passed: the correct file earned every point, and the wrong one did not.'
