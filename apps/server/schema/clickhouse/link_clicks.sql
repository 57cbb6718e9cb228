-- Written by `npm run schema`.

CREATE TABLE link_clicks
(
    `project_id` UUID,
    `link_id` UUID,
    `quarter` DateTime('UTC'),
    `clicks` UInt64,
    `bots` UInt64,
    `scans` UInt64,
    PROJECTION by_day
    (
        SELECT
            project_id,
            toDate(quarter),
            link_id,
            sum(clicks),
            sum(bots)
        GROUP BY
            project_id,
            toDate(quarter),
            link_id
    )
)
ENGINE = SummingMergeTree
PARTITION BY toYYYYMM(quarter)
ORDER BY (project_id, link_id, quarter)
SETTINGS index_granularity = 2048, non_replicated_deduplication_window = 10000, fsync_after_insert = 1,
  fsync_part_directory = 1, deduplicate_merge_projection_mode = 'rebuild',
  lightweight_mutation_projection_mode = 'rebuild', min_age_to_force_merge_seconds = 3600,
  min_age_to_force_merge_on_partition_only = 1;
