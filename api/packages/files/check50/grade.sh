#!/usr/bin/env bash
# Prints the results of the file in the current folder, as check50 has them.
set -euo pipefail
kit=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/backgrade
. "$kit/settings.sh"
. "$kit/submission.sh"

find_submission
exec "$kit/venv/bin/backgrade" check "${options[@]}" --check50 - -- "$submission"
