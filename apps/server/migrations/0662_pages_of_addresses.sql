-- Returns the page that each of the given address keys belongs to now. The keys must be among those that
-- `find_page_addresses` returns.
create function find_pages_of_addresses(addresses text[]) returns table (address text, kind text, name text)
language sql stable set search_path = public, pg_temp as $$
  select given.address, case when product_id is null then 'category' else 'product' end, coalesce(products.name, categories.name)
  from unnest(addresses) as given (address)
  join domains on domains.id = case when given.address like '//%' then substr(given.address, 3, 36)::uuid end
  join page_slugs on page_slugs.project_id = store_project_id and page_slugs.slug = substr(given.address, 40) and replaced_at is null
  left join products on products.id = product_id
  left join categories on categories.id = category_id
  where is_serving and root_url is null
$$;
