#!/usr/bin/env bash
# Autolab reads the points from the last line. If Backgrade fails there are none, and the score stays open.
set -euo pipefail
kit=${BACKGRADE_KIT:-/opt/backgrade}
. "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
. "$kit/submission.sh"

find_submission
exec "$kit/venv/bin/backgrade" check "${options[@]}" --autolab - -- "$submission"
