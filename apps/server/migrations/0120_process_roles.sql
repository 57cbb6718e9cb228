-- The rights of each kind of process, as roles that can't sign in. `migrate` and `start` grant each role to the account
-- of its process, which then has these rights and can assume no other role. linkshelf_app has the rights of an api
-- process, and linkshelf_edge the rights of an edge. linkshelf_jobs has the rights of linkshelf_app and of the job
-- queue. linkshelf_ship has rights on the visitors' salts. linkshelf_listener has no right on any table, and only
-- receives notifications.
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
revoke create on schema public from public; -- servers before version 15 granted it by default

grant usage on schema public to linkshelf_ship;
grant select, insert on visitor_salts to linkshelf_ship;
