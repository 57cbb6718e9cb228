-- Whether the product is pinned. Pinned products come before the other products on the pages of a store, and have an
-- order of their own.
alter table products add column is_pinned boolean not null default false;
create index products_pinned_idx on products (project_id) where is_pinned;

create or replace function draw_categories_of_changed_products() returns trigger language plpgsql as $$
begin
  perform enqueue_category_pictures(array_agg(distinct category_id))
  from changed join before on before.id = changed.id
    join product_categories on product_categories.product_id = changed.id
    join categories on categories.id = category_id and categories.image_url is null
  where (changed.image_url, changed.position, changed.is_pinned, changed.is_active, changed.is_in_store, changed.availability)
    is distinct from (before.image_url, before.position, before.is_pinned, before.is_active, before.is_in_store, before.availability);
  return null;
end $$;
