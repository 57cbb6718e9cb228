-- The destination rule that served the visitor, and the revision of the link that was served (0 if unknown). No view
-- reads these columns, so no rollup changes. If a shipper of the previous release inserts rows, the engine skips its
-- field `why`, and the rows get the defaults.
--
-- The second statement of each pair is for the distributed table of a cluster. On one node, it changes nothing.
ALTER TABLE {stored clicks} RENAME COLUMN IF EXISTS why TO rule;
ALTER TABLE {view clicks} RENAME COLUMN IF EXISTS why TO rule;

ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS revision UInt32 DEFAULT 0 AFTER rule;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS revision UInt32 DEFAULT 0 AFTER rule;
