-- The distinct visitors of a store's pages by UTC day, as sets. Reading sets is much faster than reading the views of a
-- large store again. The set of a day is used if its number of views equals the number in `product_views`. Otherwise,
-- and for days before this table, visitors are counted from the single views.
CREATE TABLE IF NOT EXISTS {stored page_visitors} (
    project_id   UUID,
    day          Date,
    views        SimpleAggregateFunction(sum, UInt64),
    bots         SimpleAggregateFunction(sum, UInt64),
    visitors     AggregateFunction(uniqExactIf, UInt64, UInt8),
    bot_visitors AggregateFunction(uniqExactIf, UInt64, UInt8)
)
ENGINE = {engine AggregatingMergeTree}
PARTITION BY toYYYYMM(day)
ORDER BY (project_id, day)
SETTINGS index_granularity = 128, {deduplication_window} = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

{front page_visitors};

CREATE MATERIALIZED VIEW IF NOT EXISTS {view page_visitors_view} TO {source page_visitors} AS
SELECT project_id, toDate(at, 'UTC') AS day, countIf(NOT is_bot) AS views, countIf(is_bot) AS bots,
    uniqExactStateIf(visitor, is_bot = false) AS visitors, uniqExactStateIf(visitor, is_bot = true) AS bot_visitors
FROM {source page_views}
GROUP BY project_id, day;
