#!/bin/sh
# Runs server/cli/NAME.ts with the Node and the packages of this repository.
set -eu
cd "$(dirname "$0")/../.."
name=$1
shift
. server/launcher/prepare.sh
exec "$NODE" --disable-warning=ExperimentalWarning --conditions=react-server "server/cli/$name.ts" "$@"
