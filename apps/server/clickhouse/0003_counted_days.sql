-- What a finished UTC day of a project was made of, counted from its single clicks after it ended, and kept for good when they are gone.
-- A count is written under a number of its own (counting) and is believed once its row of the kind 'seal' is there: what a kill cut short
-- is never read. A day that is counted again, because clicks came late, gets a later number.
-- people, bots and everyone are distinct visitors of that day; somebody may be seen as both.
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

-- Visitors and countries of a project come from the counted days and the single clicks. A view that is gone can make no batch count twice.
DROP VIEW IF EXISTS {view project_visitors_view};
DROP VIEW IF EXISTS {view project_countries_view};
