-- Written by `npm run schema`.

create function release_slugs_of_links(link_ids uuid[])
  returns void
  language sql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
  update slugs set released_to = current_organization_id()
  where slug in (
    select link_address(domain_id, slug) from links
    where id = any (link_ids) and organization_id = current_organization_id() and deleted_at is not null and taken_slug is null);
$$;
revoke all on function release_slugs_of_links(uuid[]) from public;
grant execute on function release_slugs_of_links(uuid[]) to linkshelf_app;
