-- Written by `npm run schema`.

create function find_released_slugs(project uuid, names text[])
  returns text[]
  language sql
  stable security definer
  set search_path to 'public', 'pg_temp'
as $$
  select array(
    select slugs.slug from slugs
    where slugs.slug = any (names) and released_to = current_organization_id() and not is_lost and exists (
      select from links
      where links.slug = case when slugs.slug like '//%' then substr(slugs.slug, 40) else slugs.slug end
        and link_address(domain_id, links.slug) = slugs.slug
        and organization_id = current_organization_id() and project_id = project and deleted_at is not null));
$$;
revoke all on function find_released_slugs(uuid,text[]) from public;
grant execute on function find_released_slugs(uuid,text[]) to linkshelf_app;
