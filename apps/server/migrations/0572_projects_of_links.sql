-- The next migration refers to links by both columns. On its own, this only lets writes of links wait.
create unique index links_id_project_id_idx on links (id, project_id);
