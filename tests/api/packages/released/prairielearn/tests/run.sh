#!/usr/bin/env bash
# PrairieLearn runs this in the image for each submission. It reads results only if the status is 0, so that is the
# status whatever happens. If Backgrade fails, the submission is not gradable: it uses no attempt and costs no points.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
kit=${BACKGRADE_KIT:-/opt/backgrade}
. "$root/tests/settings.sh"
. "$kit/submission.sh"

mkdir -p "$root/results"
rm -f "$root/results/results.json"
cd "$root/student" && find_submission &&
    "$kit/venv/bin/backgrade" check "${options[@]}" --prairielearn "$root/results/results.json" -- "$submission" ||
    cp "$root/tests/failed.json" "$root/results/results.json"
exit 0
