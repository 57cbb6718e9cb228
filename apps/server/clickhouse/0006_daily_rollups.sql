-- Renames `counted_days` and its columns. If a statement has already run, running it again changes nothing. No rows are
-- copied, except the markers of complete revisions.
--
-- The column `counting` (the revision) is part of the sorting key and can't be renamed.
RENAME TABLE IF EXISTS {source counted_days} TO {stored daily_rollups};

ALTER TABLE {stored daily_rollups} RENAME COLUMN IF EXISTS people TO visitors;
ALTER TABLE {stored daily_rollups} RENAME COLUMN IF EXISTS bots TO bot_visitors;
ALTER TABLE {stored daily_rollups} RENAME COLUMN IF EXISTS everyone TO all_visitors;

{front daily_rollups};
DROP TABLE IF EXISTS {view counted_days};

-- The marker row of a complete revision had the kind 'seal'. Copies each marker with the kind 'complete', unless its
-- copy already exists.
INSERT INTO daily_rollups (project_id, kind, day, counting, name, country, clicks, bot_clicks, visitors, bot_visitors, all_visitors)
SETTINGS insert_distributed_sync = 1
SELECT project_id, 'complete', day, counting, name, country, any(clicks), any(bot_clicks), any(visitors), any(bot_visitors), any(all_visitors)
FROM daily_rollups
WHERE kind IN ('seal', 'complete')
GROUP BY project_id, day, counting, name, country
HAVING countIf(kind = 'complete') = 0;

DELETE FROM {stored daily_rollups} WHERE kind = 'seal';
