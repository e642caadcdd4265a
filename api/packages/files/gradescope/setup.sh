#!/usr/bin/env bash
# Gradescope runs this once, when it builds the autograder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/backgrade"
bash install.sh
bash self_check.sh
