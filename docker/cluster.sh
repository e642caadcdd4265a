#!/usr/bin/env bash
# Starts a demo cluster on this machine: PostgreSQL, a web process that grades nothing, and two workers.
# It uses Docker Compose if there is one. Otherwise it starts processes, and deletes all their data at the end.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if docker compose version >/dev/null 2>&1 && docker info >/dev/null 2>&1; then
    export BACKGRADE_DATABASE_PASSWORD=${BACKGRADE_DATABASE_PASSWORD:-$(head -c 24 /dev/urandom | base64 | tr -d '+/=')}
    exec docker compose -f docker/compose.yml up --build
fi

PATH=$PATH:$(printf '%s:' /usr/lib/postgresql/*/bin) # Debian installs the server's programs there
command -v initdb pg_ctl >/dev/null || { echo "needs Docker Compose, or PostgreSQL's server programs" >&2; exit 1; }

folder=$(mktemp -d /tmp/backgrade-cluster-XXXXXX)
started=()

as_postgres() { if ((EUID)); then "$@"; else setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; fi; }

stop() {
    trap - EXIT INT TERM
    set +e
    kill "${started[@]}" 2>/dev/null
    wait "${started[@]}" 2>/dev/null
    as_postgres pg_ctl stop -D "$folder/database" -m fast -w >/dev/null 2>&1
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT TERM

((EUID)) || chown postgres "$folder"
as_postgres initdb -D "$folder/database" -U backgrade -A trust -E UTF8 --locale=C >/dev/null
as_postgres pg_ctl start -D "$folder/database" -l "$folder/database.log" -w \
    -o "-k $folder -c listen_addresses=''" >/dev/null
createdb -h "$folder" -U backgrade backgrade

export BACKGRADE_DATABASE_URL="postgresql://backgrade@/backgrade?host=$folder" BACKGRADE_DATA_DIR=$folder
.venv/bin/backgrade migrate
.venv/bin/backgrade serve --workers 0 "$@" &
started+=($!)
for _ in 1 2; do
    .venv/bin/backgrade worker --slots 1 &
    started+=($!)
done
wait "${started[0]}"
