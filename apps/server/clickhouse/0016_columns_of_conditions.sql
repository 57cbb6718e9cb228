-- Small columns that a query can compare for every click of a project. `project_hash` has 8 bytes, and the sorting
-- key's `project_id` has 16. `day` and `quarter_of_day` together have 3 bytes, and `at` has 8. Comparing the small
-- columns takes a fraction of the time. ClickHouse still finds the granules by the sorting key.
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
