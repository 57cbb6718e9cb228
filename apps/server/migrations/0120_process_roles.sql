-- The rights of each kind of process, as roles that can't sign in: `migrate` and `start` give each to the account of its process, which then has these
-- rights and can become nothing else. linkshelf_app is what an api may, linkshelf_edge what an edge may.
-- linkshelf_jobs: the owners' side and the job queue.  linkshelf_ship: the salts of visitors.  linkshelf_listener: notifications, and no table.
do $$
declare role_name text;
begin
  foreach role_name in array array['linkshelf_jobs', 'linkshelf_ship', 'linkshelf_listener'] loop
    begin
      execute format('create role %I nologin nobypassrls', role_name);
    exception when duplicate_object or unique_violation then null; -- roles belong to the whole server; another database made it
    end;
  end loop;
  if not pg_has_role('linkshelf_jobs', 'linkshelf_app', 'usage') then
    grant linkshelf_app to linkshelf_jobs with inherit true, set false;
  end if;
  -- By default every account of the server may connect to a database, and create temporary tables in it.
  execute format('revoke connect, temporary on database %I from public', current_database());
end $$;
revoke create on schema public from public; -- a server before version 15 granted it

grant usage on schema public to linkshelf_ship;
grant select, insert on visitor_salts to linkshelf_ship;
