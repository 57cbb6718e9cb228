-- How many short names that somebody chose, and names of stores, an archive has. The start of an import counts them as
-- the calls do that create them. Null until the archive is checked, and for one that an earlier version checked.
alter table data_imports
  add column slug_count integer,
  add column store_name_count integer;
