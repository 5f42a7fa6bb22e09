#!/bin/sh
# Installs what is missing, builds what is stale, runs the app. Modes: start (default), dev, worker.
set -eu
cd "$(dirname "$0")/../.."
mode=${1:-start}
. server/launcher/prepare.sh
# `exec`, so that signals reach the launcher itself and not a shell above it.
if [ "$mode" = dev ]; then
  exec "$NODE" --disable-warning=ExperimentalWarning --conditions=react-server server/launcher/main.ts dev
fi
"$NODE" --disable-warning=ExperimentalWarning server/cli/build.ts --if-stale
[ "$mode" = worker ] && export ROLE=worker
exec "$NODE" --disable-warning=ExperimentalWarning --enable-source-maps dist/launcher.mjs
