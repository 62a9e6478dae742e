#!/usr/bin/env bash
# Writes all games into a folder that only its owner may read; the server need not stop.
# Photos in an S3-compatible store are backed up there: turn on its versions.
set -euo pipefail
folder=${1:?Say where to: back-up.sh FOLDER}
umask 077
mkdir -p "$folder"
file=$folder/scorer-$(date -u +%Y%m%dT%H%M%SZ).dump
pg_dump --format=custom --dbname="${SCORER_DATABASE_URL:?}" --file="$file.part"
mv "$file.part" "$file"
echo "$file"
