-- Adds columns for clicks on a button of a store: the product, its store, and the kind of page that has the button. All
-- three are zero or empty for other clicks, and for clicks recorded before this migration.
--
-- The second statement of each pair is for the distributed table of a cluster. On one node, it changes nothing.
ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS product_id UUID DEFAULT toUUID('00000000-0000-0000-0000-000000000000') AFTER link_id;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS product_id UUID DEFAULT toUUID('00000000-0000-0000-0000-000000000000') AFTER link_id;

ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS store_id UUID DEFAULT toUUID('00000000-0000-0000-0000-000000000000') AFTER product_id;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS store_id UUID DEFAULT toUUID('00000000-0000-0000-0000-000000000000') AFTER product_id;

ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS page LowCardinality(String) DEFAULT '' AFTER store_id;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS page LowCardinality(String) DEFAULT '' AFTER store_id;

-- The rows never expire. The link is part of the key, so that a deletion of a link's clicks deletes rows and need not
-- subtract numbers. `page_clicks` and `page_bots` are clicks on the product's own page.
CREATE TABLE IF NOT EXISTS {stored product_clicks} (
    project_id  UUID,
    product_id  UUID,
    link_id     UUID,
    quarter     DateTime('UTC'),
    clicks      UInt64,
    bots        UInt64,
    page_clicks UInt64,
    page_bots   UInt64,
    PROJECTION by_quarter (SELECT project_id, quarter, sum(clicks), sum(bots) GROUP BY project_id, quarter),
    PROJECTION by_day (
        SELECT project_id, toDate(quarter), product_id, sum(clicks), sum(bots), sum(page_clicks), sum(page_bots)
        GROUP BY project_id, toDate(quarter), product_id
    )
)
ENGINE = {engine SummingMergeTree}
PARTITION BY toYYYYMM(quarter)
ORDER BY (project_id, product_id, link_id, quarter)
SETTINGS index_granularity = 2048, {deduplication_window} = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
    deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild',
    min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1;

{front product_clicks};

CREATE MATERIALIZED VIEW IF NOT EXISTS {view product_clicks_view} TO {source product_clicks} AS
SELECT project_id, product_id, link_id, toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter,
    countIf(NOT is_bot) AS clicks, countIf(is_bot) AS bots, countIf(NOT is_bot AND page = 'product') AS page_clicks, countIf(is_bot AND page = 'product') AS page_bots
FROM {source clicks}
WHERE product_id != toUUID('00000000-0000-0000-0000-000000000000')
GROUP BY project_id, product_id, link_id, quarter;
