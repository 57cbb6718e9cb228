-- What a query compares on every click of a project: the project in eight bytes instead of sixteen, and its time to the quarter of an hour in three instead of
-- eight. Both are read and compared in a fraction of the time that the columns of the key take, which still finds the granules.
-- The second statement of each pair is for the distributed table of a cluster; on one node it changes nothing.
ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS project_hash UInt64 MATERIALIZED sipHash64(project_id);
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS project_hash UInt64 MATERIALIZED sipHash64(project_id);

ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS day Date MATERIALIZED toDate(at, 'UTC');
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS day Date MATERIALIZED toDate(at, 'UTC');

ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS quarter_of_day UInt8 MATERIALIZED intDiv(toUnixTimestamp(toDateTime(at, 'UTC')) % 86400, 900);
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS quarter_of_day UInt8 MATERIALIZED intDiv(toUnixTimestamp(toDateTime(at, 'UTC')) % 86400, 900);

-- In the background: until it has ended, the values of earlier clicks are calculated as they are read.
ALTER TABLE {stored clicks} MATERIALIZE COLUMN project_hash, MATERIALIZE COLUMN day, MATERIALIZE COLUMN quarter_of_day;
