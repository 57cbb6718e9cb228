-- The id of the YouTube video whose description has the clicked link. It comes from the parameter `v` of the short URL.
-- Empty for other clicks, and for clicks recorded before this migration.
--
-- The second statement is for the distributed table of a cluster. On one node, it changes nothing.
ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS video LowCardinality(String) DEFAULT '' AFTER page;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS video LowCardinality(String) DEFAULT '' AFTER page;
