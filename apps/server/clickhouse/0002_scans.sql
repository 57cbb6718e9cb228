-- Clicks that came through a QR code. Earlier clicks were none: a new column reads as false and 0 in old parts.
-- The second statement of each pair is for the distributed table of a cluster; on one node it changes nothing.
ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS is_scan Bool DEFAULT false AFTER is_bot;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS is_scan Bool DEFAULT false AFTER is_bot;

ALTER TABLE {stored link_clicks} ADD COLUMN IF NOT EXISTS scans UInt64;
ALTER TABLE {view link_clicks} ADD COLUMN IF NOT EXISTS scans UInt64;

-- A separate view that adds to the same rollups: changing the other view's query would count a batch twice that is being inserted at that moment.
CREATE MATERIALIZED VIEW IF NOT EXISTS {view link_scans_view} TO {source link_clicks} AS
SELECT project_id, link_id, toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter, count() AS scans
FROM {source clicks}
WHERE is_scan AND NOT is_bot
GROUP BY project_id, link_id, quarter;
