-- Written by `npm run schema`.

CREATE TABLE page_visitors
(
    `project_id` UUID,
    `day` Date,
    `views` SimpleAggregateFunction(sum, UInt64),
    `bots` SimpleAggregateFunction(sum, UInt64),
    `visitors` AggregateFunction(uniqExactIf, UInt64, UInt8),
    `bot_visitors` AggregateFunction(uniqExactIf, UInt64, UInt8)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (project_id, day)
SETTINGS index_granularity = 128, non_replicated_deduplication_window = 10000, fsync_after_insert = 1,
  fsync_part_directory = 1;
