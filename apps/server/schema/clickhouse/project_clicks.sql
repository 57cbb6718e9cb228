-- Written by `npm run schema`.

CREATE TABLE project_clicks
(
    `project_id` UUID,
    `quarter` DateTime('UTC'),
    `clicks` UInt64,
    `bots` UInt64
)
ENGINE = SummingMergeTree
PARTITION BY toYear(quarter)
ORDER BY (project_id, quarter)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
  index_granularity = 8192, min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1;
