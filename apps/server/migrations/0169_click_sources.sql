-- The address of a button on a store page names the product. Anyone can write anything into the address, so the shipper
-- checks here which products are real. The function runs with the rights of visitors, who see every store, because the
-- shipper's account can't read any table of products.
do $$
begin
  if not pg_has_role(current_user, 'linkshelf_edge', 'set') then
    grant linkshelf_edge to current_user;
  end if;
end $$;

-- Returns those of the given pairs whose product has the link, with the store that shows the product.
create function find_click_sources(product_ids uuid[], link_ids uuid[])
returns table (product_id uuid, link_id uuid, store_id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select product_links.product_id, product_links.link_id, stores.id
  from unnest(product_ids, link_ids) as given (product_id, link_id)
  join product_links using (product_id, link_id)
  join stores on stores.project_id = product_links.project_id
$$;
revoke all on function find_click_sources from public;
grant execute on function find_click_sources to linkshelf_ship, linkshelf_jobs;
-- A function's new owner needs CREATE on its schema while ownership is transferred.
grant create on schema public to linkshelf_edge;
alter function find_click_sources owner to linkshelf_edge;
revoke create on schema public from linkshelf_edge;
