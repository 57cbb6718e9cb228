-- Undoing an import also releases its aliases. The function that releases them belongs to the tables' owner. Forced
-- row-level security applies to the owner, unless the owner is a superuser.
create policy of_table_owner on link_aliases for select to current_user using (true);
