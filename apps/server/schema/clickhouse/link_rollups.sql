-- Written by `npm run schema`.

CREATE TABLE link_rollups
(
    `project_id` UUID,
    `link_id` UUID,
    `kind` LowCardinality(String),
    `day` Date,
    `counting` UInt64,
    `name` String,
    `country` LowCardinality(String),
    `clicks` UInt64,
    `bot_clicks` UInt64,
    `visitors` UInt64,
    `bot_visitors` UInt64,
    `all_visitors` UInt64,
    `version` UInt8 DEFAULT 0
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (project_id, link_id, kind, day, counting, name, country)
SETTINGS index_granularity = 2048, non_replicated_deduplication_window = 10000, fsync_after_insert = 1,
  fsync_part_directory = 1, min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1;
