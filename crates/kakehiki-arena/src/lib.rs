//! Plans, shards, statistics, ratings and result files.
