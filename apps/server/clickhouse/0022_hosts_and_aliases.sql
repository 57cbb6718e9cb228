-- The own domain that was visited, and the alias of the link. The host is empty if the instance's own domain was
-- visited. The alias is the zero id if the link's own address was visited. Clicks recorded before this migration have
-- no host and no alias.
--
-- The second statement of each pair is for the distributed table of a cluster. On one node, it changes nothing.
ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS host LowCardinality(String) DEFAULT '' AFTER video;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS host LowCardinality(String) DEFAULT '' AFTER video;

ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS alias_id UUID AFTER host;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS alias_id UUID AFTER host;

-- On days whose clicks have expired or may have expired, every click came through the instance's own domain. So each of
-- these days gets one row of the kind 'domain' with an empty name. Later days are rolled up again.
INSERT INTO daily_rollups (project_id, kind, day, counting, name, country, clicks, bot_clicks, visitors, bot_visitors, all_visitors, is_other)
SETTINGS insert_distributed_sync = 1
SELECT project_id, 'domain', day, counting, '', '', sum(clicks), sum(bot_clicks), sum(visitors), sum(bot_visitors), sum(all_visitors), false
FROM daily_rollups
WHERE kind IN ('total', 'domain') AND day < (
  SELECT addMonths(toStartOfMonth(toDate(ifNull(minOrNull(at), now64(3, 'UTC')), 'UTC')), 1) FROM clicks
)
GROUP BY project_id, day, counting
HAVING countIf(kind = 'domain') = 0;
