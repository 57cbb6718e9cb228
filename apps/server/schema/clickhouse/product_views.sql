-- Written by `npm run schema`.

CREATE TABLE product_views
(
    `project_id` UUID,
    `product_id` UUID,
    `quarter` DateTime('UTC'),
    `views` UInt64,
    `bots` UInt64,
    PROJECTION by_quarter
    (
        SELECT
            project_id,
            quarter,
            sum(views),
            sum(bots)
        GROUP BY
            project_id,
            quarter
    ),
    PROJECTION by_day
    (
        SELECT
            project_id,
            toDate(quarter),
            product_id,
            sum(views),
            sum(bots)
        GROUP BY
            project_id,
            toDate(quarter),
            product_id
    )
)
ENGINE = SummingMergeTree
PARTITION BY toYYYYMM(quarter)
ORDER BY (project_id, product_id, quarter)
SETTINGS index_granularity = 2048, non_replicated_deduplication_window = 10000, fsync_after_insert = 1,
  fsync_part_directory = 1, deduplicate_merge_projection_mode = 'rebuild',
  lightweight_mutation_projection_mode = 'rebuild', min_age_to_force_merge_seconds = 3600,
  min_age_to_force_merge_on_partition_only = 1;
