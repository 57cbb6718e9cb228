-- Deleted links whose deletion can still be undone, within half a minute. A statement that changes all links of a
-- project must change these links too.
create index links_restorable_idx on links (project_id) where deleted_at is not null and target <> '';
