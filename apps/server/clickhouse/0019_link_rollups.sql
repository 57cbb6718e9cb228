-- The daily rollup of links with many clicks: clicks and visitors of one link by finished UTC day and property, like
-- `daily_rollups` for a whole project. It is computed from single clicks after the day ended, and never expires.
--
-- A revision (`counting`) becomes valid when its row of the kind 'complete' exists. It stays valid while the link's
-- numbers of clicks and bot clicks on that day do not change. If a link has no valid revision for a day, its single
-- clicks are read, which takes little time.
CREATE TABLE IF NOT EXISTS {stored link_rollups} (
    project_id   UUID,
    link_id      UUID,
    kind         LowCardinality(String),
    day          Date,
    counting     UInt64,
    name         String,
    country      LowCardinality(String),
    clicks       UInt64,
    bot_clicks   UInt64,
    visitors     UInt64,
    bot_visitors UInt64,
    all_visitors UInt64
)
ENGINE = {engine MergeTree}
PARTITION BY toYYYYMM(day)
ORDER BY (project_id, link_id, kind, day, counting, name, country)
SETTINGS index_granularity = 2048, {deduplication_window} = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
    min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1;

{front link_rollups};
