#!/usr/bin/env bash
# The step ends with status 0 if every point is earned, 1 if not, and 2 if the file or Backgrade failed.
set -euo pipefail
kit=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/backgrade
. "$kit/settings.sh"

submission=${BACKGRADE_FILE:-$file}
if [[ -L $submission ]]; then
    rm -- "$submission" # a link could lead to a file of this package
fi
exec "$kit/venv/bin/backgrade" check "${options[@]}" --github --markdown "$GITHUB_STEP_SUMMARY" -- "$submission"
