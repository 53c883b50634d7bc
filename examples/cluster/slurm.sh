#!/usr/bin/env bash
# Plays a plan as a job array of Slurm, and then puts its shards together:
#   kakehiki arena plan spec.toml --out plan.json
#   examples/cluster/slurm.sh plan.json results 32
# All nodes have to see the folder. A task that is requeued goes on from its last finished match, and one that is
# done returns at once, so that the same command may be given again.
set -euo pipefail
plan=$1 results=$2 shards=$3
mkdir -p "$results"
# The shell of a task fills in its number.
play="kakehiki arena run-shard $(printf %q "$plan") --shard \$SLURM_ARRAY_TASK_ID/$shards"
play+=" --out $(printf %q "$results") --threads \${SLURM_CPUS_PER_TASK:-1}"
array=$(sbatch --parsable --job-name=kakehiki --requeue --array="1-$shards" --wrap="$play")
sbatch --parsable --job-name=kakehiki-merge --dependency="afterok:${array%%;*}" \
    --wrap="kakehiki arena merge $(printf %q "$results")"
