#!/usr/bin/env bash
# Plays a plan on machines that share nothing but a login, a shard on each, and puts the shards together:
#   kakehiki arena plan spec.toml --out plan.json
#   examples/cluster/ssh.sh plan.json results first-host second-host user@third-host
# Every machine has `kakehiki` of the same version on its search path. The same command given again plays what is
# missing: a shard that was cut off goes on from its last finished match.
set -euo pipefail
plan=$1 results=$2
shift 2
shards=$#
mkdir -p "$results"

play() {
    local shard=$1 host=$2 folder=kakehiki-shard-$1-of-$shards
    ssh "$host" "mkdir -p $folder && cat > $folder/plan.json" <"$plan"
    ssh "$host" "kakehiki arena run-shard $folder/plan.json --shard $shard/$shards --out $folder --threads 0"
    ssh "$host" "cd $folder && tar cf - -- *-$shard-of-$shards.*" | tar xf - -C "$results"
}

tasks=()
for host in "$@"; do
    play $((${#tasks[@]} + 1)) "$host" &
    tasks+=($!)
done
is_whole=true
for place in "${!tasks[@]}"; do
    wait "${tasks[place]}" || {
        echo "shard $((place + 1))/$shards was not played" >&2
        is_whole=false
    }
done
$is_whole && kakehiki arena merge "$results"
