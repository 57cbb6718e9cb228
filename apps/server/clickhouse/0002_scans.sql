-- Adds columns for scans: clicks that came through a QR code. For clicks recorded before this migration, the columns
-- are false and 0.
--
-- The second statement of each pair is for the distributed table of a cluster. On one node, it changes nothing.
ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS is_scan Bool DEFAULT false AFTER is_bot;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS is_scan Bool DEFAULT false AFTER is_bot;

ALTER TABLE {stored link_clicks} ADD COLUMN IF NOT EXISTS scans UInt64;
ALTER TABLE {view link_clicks} ADD COLUMN IF NOT EXISTS scans UInt64;

-- A separate view adds scans to the same rollup. If the query of the other view were changed instead, a batch that is
-- being inserted at that moment would be counted twice.
CREATE MATERIALIZED VIEW IF NOT EXISTS {view link_scans_view} TO {source link_clicks} AS
SELECT project_id, link_id, toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter, count() AS scans
FROM {source clicks}
WHERE is_scan AND NOT is_bot
GROUP BY project_id, link_id, quarter;
