-- The daily rollup: clicks and visitors of a project per finished UTC day, computed from single clicks after the day
-- ended. It never expires.
--
-- Each run writes a new revision (`counting`). The revision becomes valid when its row of the kind 'seal' exists, so
-- rows of a killed run are never read. If clicks arrive late, the day is rolled up again with a higher revision.
--
-- `people`, `bots` and `everyone` are distinct visitors of the day. A visitor may count as human and as bot.
CREATE TABLE IF NOT EXISTS {stored counted_days} (
    project_id UUID,
    kind       LowCardinality(String),
    day        Date,
    counting   UInt64,
    name       String,
    country    LowCardinality(String),
    clicks     UInt64,
    bot_clicks UInt64,
    people     UInt64,
    bots       UInt64,
    everyone   UInt64
)
ENGINE = {engine MergeTree}
PARTITION BY toYYYYMM(day)
ORDER BY (project_id, kind, day, counting, name, country)
SETTINGS {deduplication_window} = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

{front counted_days};

-- Visitors and countries of a project are now read from daily rollups and single clicks, so these views are not needed.
-- Dropping a view never counts a batch twice.
DROP VIEW IF EXISTS {view project_visitors_view};
DROP VIEW IF EXISTS {view project_countries_view};
