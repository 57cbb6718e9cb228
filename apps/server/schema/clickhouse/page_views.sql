-- Written by `npm run schema`.

CREATE TABLE page_views
(
    `id` UUID,
    `at` DateTime64(3, 'UTC'),
    `organization_id` UUID,
    `project_id` UUID,
    `store_id` UUID,
    `page` LowCardinality(String),
    `product_id` UUID,
    `category_id` UUID,
    `visitor` UInt64,
    `is_bot` Bool,
    `reason` LowCardinality(String),
    `country` LowCardinality(String),
    `subdivision` LowCardinality(String),
    `city` String,
    `device` LowCardinality(String),
    `browser` LowCardinality(String),
    `os` LowCardinality(String),
    `referrer` LowCardinality(String),
    `language` LowCardinality(String),
    `utm_source` LowCardinality(String),
    `utm_medium` LowCardinality(String),
    `utm_campaign` LowCardinality(String),
    `utm_term` LowCardinality(String) DEFAULT '',
    `utm_content` LowCardinality(String) DEFAULT ''
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (project_id, toDate(at), product_id, at)
TTL toDateTime(at) + toIntervalMonth(CLICK_RETENTION_MONTHS)
SETTINGS index_granularity = 2048, non_replicated_deduplication_window = 10000, fsync_after_insert = 1,
  fsync_part_directory = 1, ttl_only_drop_parts = 1;
