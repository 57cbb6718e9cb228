-- The next migration refers to links by both columns. This separate migration blocks only writes to links.
create unique index links_id_project_id_idx on links (id, project_id);
