-- Enqueues the pictures of stores if their products or a product's schedule change, because pictures of stores and
-- categories show only products that visitors see. Each drawing adds a task for the next time when a schedule begins or
-- ends.
create or replace function draw_collage_of_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform enqueue_collages(array_agg(distinct changed.project_id)) from changed join before on before.id = changed.id
    where (changed.image_url, changed.position, changed.is_pinned, changed.is_active, changed.is_in_store, changed.availability, changed.show_from, changed.show_until)
      is distinct from (before.image_url, before.position, before.is_pinned, before.is_active, before.is_in_store, before.availability, before.show_from, before.show_until);
  else
    perform enqueue_collages(array_agg(distinct project_id)) from changed where image_url is not null;
  end if;
  return null;
end $$;

create or replace function draw_categories_of_changed_products() returns trigger language plpgsql as $$
begin
  perform enqueue_category_pictures(array_agg(distinct category_id))
  from changed join before on before.id = changed.id
    join product_categories on product_categories.product_id = changed.id
    join categories on categories.id = category_id and categories.image_url is null
  where (changed.image_url, changed.position, changed.is_pinned, changed.is_active, changed.is_in_store, changed.availability, changed.show_from, changed.show_until)
    is distinct from (before.image_url, before.position, before.is_pinned, before.is_active, before.is_in_store, before.availability, before.show_from, before.show_until);
  return null;
end $$;

-- The job of the next minute redraws pictures that show products with a schedule.
do $$
declare
  table_name text;
begin
  foreach table_name in array array['stores', 'categories', 'products', 'product_categories', 'picture_tasks'] loop
    execute format('alter table %I no force row level security', table_name);
  end loop;
  alter table picture_tasks disable trigger picture_tasks_enqueue;
  insert into picture_tasks (key, organization_id, kind, payload)
  select 'collage:' || project_id, organization_id, 'collage', json_build_object('organizationId', organization_id, 'projectId', project_id)
  from stores
  where banner_image is null and exists (
    select from products where products.project_id = stores.project_id and num_nonnulls(show_from, show_until) > 0)
  on conflict (key) do nothing;
  insert into picture_tasks (key, organization_id, kind, payload)
  select 'category:' || id, organization_id, 'category',
    json_build_object('organizationId', organization_id, 'projectId', project_id, 'categoryId', id)
  from categories
  where image_url is null and exists (select from stores where stores.project_id = categories.project_id) and exists (
    select from product_categories join products on products.id = product_id
    where category_id = categories.id and num_nonnulls(products.show_from, products.show_until) > 0)
  on conflict (key) do nothing;
  alter table picture_tasks enable trigger picture_tasks_enqueue;
  foreach table_name in array array['stores', 'categories', 'products', 'product_categories', 'picture_tasks'] loop
    execute format('alter table %I force row level security', table_name);
  end loop;
end $$;
