#!/usr/bin/env bash
# Puts a back-up in the place of all games; stop the server and its workers first.
set -euo pipefail
file=${1:?Say which: restore.sh FILE}
pg_restore --clean --if-exists --no-owner --single-transaction \
  --dbname="${SCORER_DATABASE_URL:?}" "$file"
