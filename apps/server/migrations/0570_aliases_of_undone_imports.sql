-- An undone import releases its aliases too: the function that does so belongs to the owner of the tables, whom forced
-- row-level security binds unless it is a superuser.
create policy of_table_owner on link_aliases for select to current_user using (true);
