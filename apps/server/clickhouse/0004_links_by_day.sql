-- The most clicked links of a project are queried by UTC day. With this projection, a query need not read every quarter
-- of an hour of every link. ClickHouse stores the projection with the table's parts, so it stays consistent through
-- inserts, merges and deletions.
ALTER TABLE {stored link_clicks} MODIFY SETTING deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild';

ALTER TABLE {stored link_clicks} ADD PROJECTION IF NOT EXISTS by_day (
    SELECT project_id, toDate(quarter), link_id, sum(clicks), sum(bots) GROUP BY project_id, toDate(quarter), link_id
);

ALTER TABLE {stored link_clicks} MATERIALIZE PROJECTION IF EXISTS by_day;
