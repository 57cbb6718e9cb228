-- Adds the domain to days of links whose clicks have expired or may have expired, like 0022_hosts_and_aliases.sql does
-- for days of projects.
INSERT INTO link_rollups (project_id, link_id, kind, day, counting, name, country, clicks, bot_clicks, visitors, bot_visitors, all_visitors)
SETTINGS insert_distributed_sync = 1
SELECT project_id, link_id, 'domain', day, counting, '', '', sum(clicks), sum(bot_clicks), sum(visitors), sum(bot_visitors), sum(all_visitors)
FROM link_rollups
WHERE kind IN ('total', 'domain') AND day < (
  SELECT addMonths(toStartOfMonth(toDate(ifNull(minOrNull(at), now64(3, 'UTC')), 'UTC')), 1) FROM clicks
)
GROUP BY project_id, link_id, day, counting
HAVING countIf(kind = 'domain') = 0;
