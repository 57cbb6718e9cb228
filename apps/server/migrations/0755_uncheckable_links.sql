-- outside a transaction
-- Finds the links of a project whose pages could not be checked.
create index concurrently if not exists link_checks_uncheckable_idx on link_checks (project_id)
  where status in ('blocked', 'unchecked') and reason is not null;
