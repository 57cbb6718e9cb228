-- For each day, only the most clicked names, for example of cities, get their own rows. All other names share one row,
-- which has no name and `is_other` set. Days that were rolled up before this migration keep a row for every name.
--
-- The second statement is for the distributed table of a cluster. On one node, it changes nothing.
ALTER TABLE {stored daily_rollups} ADD COLUMN IF NOT EXISTS is_other Bool DEFAULT false;
ALTER TABLE {view daily_rollups} ADD COLUMN IF NOT EXISTS is_other Bool DEFAULT false;

-- Days of projects that could not be rolled up yet. `is_rejected` means that rolling up was not tried, because the
-- quarter-hourly rollup of the project disagrees with its stored clicks.
CREATE TABLE IF NOT EXISTS {stored failed_daily_rollups} (
    project_id  UUID,
    day         Date,
    attempts    UInt32,
    failed_at   DateTime64(3, 'UTC'),
    is_rejected Bool,
    reason      String
)
ENGINE = {engine ReplacingMergeTree}(failed_at)
ORDER BY (project_id, day);

{front failed_daily_rollups};
