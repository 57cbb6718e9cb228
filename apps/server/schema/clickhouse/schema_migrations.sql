-- Written by `npm run schema`.

CREATE TABLE schema_migrations
(
    `name` String,
    `applied_at` DateTime64(3, 'UTC') DEFAULT now64(3),
    `harmless_to` String,
    `checksum` String
)
ENGINE = MergeTree
ORDER BY name
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 8192;
