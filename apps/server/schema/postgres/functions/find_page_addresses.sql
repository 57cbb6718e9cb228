-- Written by `npm run schema`.

create function find_page_addresses(addresses text[])
  returns text[]
  language sql
  stable
  set search_path to 'public', 'pg_temp'
as $$
  select array(
    select address from unnest(addresses) as given (address)
    join domains on domains.id = case when address like '//%' then substr(address, 3, 36)::uuid end
    join page_slugs on page_slugs.project_id = store_project_id and slug = substr(address, 40) and replaced_at is null
    where is_serving and root_url is null)
$$;
