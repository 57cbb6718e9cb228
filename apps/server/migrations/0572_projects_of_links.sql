-- An index for the next migration, which refers to links by both columns. Building it in a separate migration blocks
-- only writes to links.
create unique index links_id_project_id_idx on links (id, project_id);
