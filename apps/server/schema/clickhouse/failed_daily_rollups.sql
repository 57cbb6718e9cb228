-- Written by `npm run schema`.

CREATE TABLE failed_daily_rollups
(
    `project_id` UUID,
    `day` Date,
    `attempts` UInt32,
    `failed_at` DateTime64(3, 'UTC'),
    `is_rejected` Bool,
    `reason` String
)
ENGINE = ReplacingMergeTree(failed_at)
ORDER BY (project_id, day)
SETTINGS index_granularity = 8192;
