-- Queries compare these columns for every click of a project: the project in 8 bytes instead of 16, and the time to the
-- quarter of an hour in 3 bytes instead of 8. This takes a fraction of the time that the columns of the key take. The
-- key still finds the granules.
--
-- The second statement of each pair is for the distributed table of a cluster. On one node, it changes nothing.
ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS project_hash UInt64 MATERIALIZED sipHash64(project_id);
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS project_hash UInt64 MATERIALIZED sipHash64(project_id);

ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS day Date MATERIALIZED toDate(at, 'UTC');
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS day Date MATERIALIZED toDate(at, 'UTC');

ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS quarter_of_day UInt8 MATERIALIZED intDiv(toUnixTimestamp(toDateTime(at, 'UTC')) % 86400, 900);
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS quarter_of_day UInt8 MATERIALIZED intDiv(toUnixTimestamp(toDateTime(at, 'UTC')) % 86400, 900);

-- Runs in the background. Until it has ended, the values of earlier clicks are calculated when they are read.
ALTER TABLE {stored clicks} MATERIALIZE COLUMN project_hash, MATERIALIZE COLUMN day, MATERIALIZE COLUMN quarter_of_day;
