-- Ensures that an alias is in the project of its link, and that a project's primary domain belongs to its organization,
-- whichever process writes.
alter table link_aliases
  drop constraint link_aliases_link_id_fkey,
  add foreign key (link_id, project_id) references links (id, project_id) on delete cascade;
alter table projects
  drop constraint projects_primary_domain_id_fkey,
  add foreign key (primary_domain_id, organization_id) references domains (id, organization_id) on delete set null (primary_domain_id);
