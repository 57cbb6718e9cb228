-- Undoing an import also releases its aliases. The function that releases them runs as the tables' owner, so the owner
-- needs this policy: forced row-level security also applies to the owner, unless the owner is a superuser.
create policy of_table_owner on link_aliases for select to current_user using (true);
