-- Written by `npm run schema`.

create function release_imported_slugs(imported uuid[])
  returns void
  language sql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
  update slugs set released_to = current_organization_id()
  where slug in (
    select link_address(domain_id, slug) from links where project_id = any (imported) and organization_id = current_organization_id()
    union all
    select link_address(domain_id, slug) from link_aliases where project_id = any (imported) and organization_id = current_organization_id());
$$;
revoke all on function release_imported_slugs(uuid[]) from public;
grant execute on function release_imported_slugs(uuid[]) to linkshelf_app;
