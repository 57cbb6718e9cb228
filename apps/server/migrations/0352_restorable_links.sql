-- Deleted links whose deletion can still be undone, within half a minute. If a statement changes all links of a
-- project, it must change these links too.
create index links_restorable_idx on links (project_id) where deleted_at is not null and target <> '';
