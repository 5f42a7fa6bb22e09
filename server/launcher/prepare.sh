# Sourced by start.sh and server/cli/run.sh: installs the locked packages when they are missing or others, and finds Node.
command -v npm >/dev/null || { echo 'npm is needed: install Node.js 20 or later first.' >&2; exit 1; }

checked=node_modules/.countersign-lock # a copy of the lock that node_modules was found to hold
if ! cmp -s package-lock.json "$checked"; then
  if ! node server/launcher/is-installed.mjs; then
    echo 'Installing the packages of package-lock.json (about a minute) ...' >&2
    npm ci --no-audit --no-fund --loglevel=error >&2
  fi
  cp package-lock.json "$checked"
fi

# On Linux the lock brings Node 24 itself; elsewhere the machine's own is used.
NODE=node
[ -x node_modules/.bin/node ] && NODE=$PWD/node_modules/.bin/node
if ! "$NODE" -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 24 ? 0 : 1)'; then
  echo "Node 24 or later is needed on this system, but \`node\` is $("$NODE" --version)." >&2
  exit 1
fi
PATH=$PWD/node_modules/.bin:$PATH
NEXT_TELEMETRY_DISABLED=1
export PATH NEXT_TELEMETRY_DISABLED
