-- One row per recorded view of a page of a store. Views of bots are in the same table, with `is_bot` set. `product_id`
-- is the page's product, and `category_id` its category. Both are zero on other pages.
CREATE TABLE IF NOT EXISTS {stored page_views} (
    id              UUID,
    at              DateTime64(3, 'UTC'),
    organization_id UUID,
    project_id      UUID,
    store_id        UUID,
    page            LowCardinality(String),
    product_id      UUID,
    category_id     UUID,
    visitor         UInt64,
    is_bot          Bool,
    reason          LowCardinality(String),
    country         LowCardinality(String),
    subdivision     LowCardinality(String),
    city            String,
    device          LowCardinality(String),
    browser         LowCardinality(String),
    os              LowCardinality(String),
    referrer        LowCardinality(String),
    language        LowCardinality(String),
    utm_source      LowCardinality(String),
    utm_medium      LowCardinality(String),
    utm_campaign    LowCardinality(String)
)
ENGINE = {engine MergeTree}
PARTITION BY toYYYYMM(at)
ORDER BY (project_id, toDate(at), product_id, at)
TTL toDateTime(at) + INTERVAL 13 MONTH DELETE
SETTINGS index_granularity = 2048, {deduplication_window} = 10000, fsync_after_insert = 1, fsync_part_directory = 1, ttl_only_drop_parts = 1;

{front page_views};

-- The rows never expire. Views of pages without a product are counted under the product id zero. Views of a project are
-- queried by quarter of an hour and by UTC day. With the projections, a query need not read every product. ClickHouse
-- stores projections with the table's parts, so they stay consistent through inserts, merges and deletions.
CREATE TABLE IF NOT EXISTS {stored product_views} (
    project_id UUID,
    product_id UUID,
    quarter    DateTime('UTC'),
    views      UInt64,
    bots       UInt64,
    PROJECTION by_quarter (SELECT project_id, quarter, sum(views), sum(bots) GROUP BY project_id, quarter),
    PROJECTION by_day (SELECT project_id, toDate(quarter), product_id, sum(views), sum(bots) GROUP BY project_id, toDate(quarter), product_id)
)
ENGINE = {engine SummingMergeTree}
PARTITION BY toYYYYMM(quarter)
ORDER BY (project_id, product_id, quarter)
SETTINGS index_granularity = 2048, {deduplication_window} = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
    deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild',
    min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1;

{front product_views};

CREATE MATERIALIZED VIEW IF NOT EXISTS {view product_views_view} TO {source product_views} AS
SELECT project_id, product_id, toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter, countIf(NOT is_bot) AS views, countIf(is_bot) AS bots
FROM {source page_views}
GROUP BY project_id, product_id, quarter;
