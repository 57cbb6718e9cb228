-- Lets edges read the rows from which they render store pages. The edge's query decides which rows are visible, because
-- store pages are public.
do $$
declare
  table_name text;
begin
  foreach table_name in array array['stores', 'store_handles', 'categories', 'products', 'product_categories', 'product_links', 'organizations'] loop
    execute format('create policy for_visitors on %I for select to linkshelf_edge using (true)', table_name);
  end loop;
end $$;
grant select on stores, store_handles, categories, products, product_categories, product_links to linkshelf_edge;
grant select (id, store_page_enabled, product_page_enabled) on organizations to linkshelf_edge;
