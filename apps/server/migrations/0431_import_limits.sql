-- The number of short names that owners chose, and of store names, in an archive. The start of an import charges both
-- numbers to the same limits as the API calls that create short names and stores. Null until the archive is checked,
-- and for archives that an earlier version checked.
alter table data_imports
  add column slug_count integer,
  add column store_name_count integer;
