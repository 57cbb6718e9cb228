-- Written by `npm run schema`.

create function find_click_sources(product_ids uuid[], link_ids uuid[])
  returns table(product_id uuid, link_id uuid, store_id uuid)
  language sql
  stable security definer
  set search_path to 'public', 'pg_temp'
as $$
  select product_links.product_id, product_links.link_id, stores.id
  from unnest(product_ids, link_ids) as given (product_id, link_id)
  join product_links using (product_id, link_id)
  join stores on stores.project_id = product_links.project_id
$$;
alter function find_click_sources(uuid[],uuid[]) owner to linkshelf_edge;
revoke all on function find_click_sources(uuid[],uuid[]) from public;
grant execute on function find_click_sources(uuid[],uuid[]) to linkshelf_jobs;
grant execute on function find_click_sources(uuid[],uuid[]) to linkshelf_ship;
