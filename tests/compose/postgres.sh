#!/bin/sh
# Makes the database that the variables of the official image name, unless there is one, and serves it.
set -eu
PATH=$PATH:$(echo /usr/lib/postgresql/*/bin)
data=/var/lib/postgresql/data
chown postgres "$data"
as_postgres="setpriv --reuid=postgres --regid=postgres --clear-groups"
if [ ! -e "$data/PG_VERSION" ]; then
    echo "$POSTGRES_PASSWORD" >/tmp/password
    chmod a+r /tmp/password
    $as_postgres initdb -D "$data" -U "$POSTGRES_USER" -A scram-sha-256 --pwfile=/tmp/password -E UTF8 --locale=C
    echo "host all all all scram-sha-256" >>"$data/pg_hba.conf"
    echo "CREATE DATABASE $POSTGRES_DB" | $as_postgres postgres --single -D "$data" postgres
fi
exec $as_postgres postgres -D "$data" -c "listen_addresses=*" -k /tmp
