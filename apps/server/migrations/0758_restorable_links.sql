-- outside a transaction
-- A deleted link can be restored for 30 days. Then a job erases its content.

-- For the list of a project's deleted links, last deleted first, and for statements that change all links of a project.
create index concurrently if not exists links_deleted_idx on links (project_id, deleted_at, id) where deleted_at is not null and target <> '';
-- For the job that finds the links to erase, in any organization.
create index concurrently if not exists links_erasable_idx on links (deleted_at) where deleted_at is not null and target <> '';
drop index concurrently if exists links_restorable_idx;
