-- One row per recorded request that was answered with a redirect. Requests of bots are in the same table, with `is_bot`
-- set.
--
-- If a batch is inserted again under the same token, the deduplication window ignores it. The window is off by default.
--
-- The settings fsync_* ensure that an acknowledged batch is on disk, so the journal may delete it.
CREATE TABLE IF NOT EXISTS {stored clicks} (
    id              UUID,
    at              DateTime64(3, 'UTC'),
    organization_id UUID,
    project_id      UUID,
    link_id         UUID,
    visitor         UInt64,
    is_bot          Bool,
    reason          LowCardinality(String),
    why             LowCardinality(String),
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
ORDER BY (project_id, toDate(at), link_id, at)
TTL toDateTime(at) + INTERVAL 13 MONTH DELETE
SETTINGS index_granularity = 2048, {deduplication_window} = 10000, fsync_after_insert = 1, fsync_part_directory = 1, ttl_only_drop_parts = 1;

{front clicks};

-- The rows of the rollups below never expire. Rollups count by quarter of an hour: it is the longest interval for which
-- the days of every time zone consist of whole intervals.

CREATE TABLE IF NOT EXISTS {stored link_clicks} (
    project_id UUID,
    link_id    UUID,
    quarter    DateTime('UTC'),
    clicks     UInt64,
    bots       UInt64
)
ENGINE = {engine SummingMergeTree}
PARTITION BY toYYYYMM(quarter)
ORDER BY (project_id, link_id, quarter)
SETTINGS index_granularity = 2048, {deduplication_window} = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

{front link_clicks};

CREATE TABLE IF NOT EXISTS {stored project_clicks} (
    project_id UUID,
    quarter    DateTime('UTC'),
    clicks     UInt64,
    bots       UInt64
)
ENGINE = {engine SummingMergeTree}
PARTITION BY toYear(quarter)
ORDER BY (project_id, quarter)
SETTINGS {deduplication_window} = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

{front project_clicks};

CREATE TABLE IF NOT EXISTS {stored project_countries} (
    project_id UUID,
    country    LowCardinality(String),
    day        Date,
    clicks     UInt64
)
ENGINE = {engine SummingMergeTree}
PARTITION BY toYear(day)
ORDER BY (project_id, country, day)
SETTINGS {deduplication_window} = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

{front project_countries};

-- A visitor key is valid for one UTC day, so visitors are counted for each day, and the days are added up.
CREATE TABLE IF NOT EXISTS {stored project_visitors} (
    project_id UUID,
    day        Date,
    visitors   AggregateFunction(uniqExact, UInt64)
)
ENGINE = {engine AggregatingMergeTree}
PARTITION BY toYear(day)
ORDER BY (project_id, day)
SETTINGS index_granularity = 128, {deduplication_window} = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

{front project_visitors};

-- Materialized views of `clicks`. They are created together with the table, so that each inserted click reaches all
-- tables that the views write to.

CREATE MATERIALIZED VIEW IF NOT EXISTS {view link_clicks_view} TO {source link_clicks} AS
SELECT project_id, link_id, toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter, countIf(NOT is_bot) AS clicks, countIf(is_bot) AS bots
FROM {source clicks}
GROUP BY project_id, link_id, quarter;

CREATE MATERIALIZED VIEW IF NOT EXISTS {view project_clicks_view} TO {source project_clicks} AS
SELECT project_id, toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter, countIf(NOT is_bot) AS clicks, countIf(is_bot) AS bots
FROM {source clicks}
GROUP BY project_id, quarter;

CREATE MATERIALIZED VIEW IF NOT EXISTS {view project_countries_view} TO {source project_countries} AS
SELECT project_id, country, toDate(at, 'UTC') AS day, count() AS clicks
FROM {source clicks}
WHERE NOT is_bot
GROUP BY project_id, country, day;

CREATE MATERIALIZED VIEW IF NOT EXISTS {view project_visitors_view} TO {source project_visitors} AS
SELECT project_id, toDate(at, 'UTC') AS day, uniqExactState(visitor) AS visitors
FROM {source clicks}
WHERE NOT is_bot
GROUP BY project_id, day;
