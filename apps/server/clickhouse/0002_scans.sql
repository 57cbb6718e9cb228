-- Clicks that came through a QR code. What was recorded before was none: a new column reads as false and 0 in old parts.
-- The second statement of each pair is for the distributed table of a cluster; on one node it finds its work done.
ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS is_scan Bool DEFAULT false AFTER is_bot;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS is_scan Bool DEFAULT false AFTER is_bot;

ALTER TABLE {stored link_clicks} ADD COLUMN IF NOT EXISTS scans UInt64;
ALTER TABLE {view link_clicks} ADD COLUMN IF NOT EXISTS scans UInt64;

-- A view of its own that adds to the same sums: were the other's query changed, it would count a batch again that is under way at the moment.
CREATE MATERIALIZED VIEW IF NOT EXISTS {view link_scans_view} TO {source link_clicks} AS
SELECT project_id, link_id, toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter, count() AS scans
FROM {source clicks}
WHERE is_scan AND NOT is_bot
GROUP BY project_id, link_id, quarter;
