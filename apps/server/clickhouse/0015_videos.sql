-- The YouTube video whose description has the clicked link. The parameter `v` of the short URL names it. Empty for
-- other clicks, and for clicks that were recorded before.
--
-- The second statement is for the distributed table of a cluster. On one node, it changes nothing.
ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS video LowCardinality(String) DEFAULT '' AFTER page;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS video LowCardinality(String) DEFAULT '' AFTER page;
