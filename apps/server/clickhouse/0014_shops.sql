-- The retailer's shop that a visitor was sent to, for example `amazon.de`, and why this shop was chosen: same,
-- local_asin, local_search, no_tag or default. Both are empty if the link leads to no retailer, and for clicks recorded
-- before this migration.
--
-- The second statement of each pair is for the distributed table of a cluster. On one node, it changes nothing.
ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS shop LowCardinality(String) DEFAULT '' AFTER revision;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS shop LowCardinality(String) DEFAULT '' AFTER revision;

ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS shop_reason LowCardinality(String) DEFAULT '' AFTER shop;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS shop_reason LowCardinality(String) DEFAULT '' AFTER shop;
