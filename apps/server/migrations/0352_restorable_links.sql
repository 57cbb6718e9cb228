-- Deleted links whose deletion can still be taken back: those of the last half minute. What changes all links of a project changes these too.
create index links_restorable_idx on links (project_id) where deleted_at is not null and target <> '';
