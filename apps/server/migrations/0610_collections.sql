-- Fields that make a category a collection: a text and a picture on the category's page, and a row of its first
-- products on the store's main page.
alter table categories
  add column description text,
  add column image_url text,
  add column is_row boolean not null default false;

-- The picture of a category's page that other sites show next to a link to it. A job draws it. It is stored as an
-- upload.
create table category_pictures (
  category_id uuid primary key references categories on delete cascade,
  organization_id uuid not null,
  digest text not null references uploads on delete cascade
);
create index category_pictures_digest_idx on category_pictures (digest);
alter table category_pictures enable row level security;
alter table category_pictures force row level security;
create policy in_organization on category_pictures to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
create policy for_visitors on category_pictures for select to linkshelf_edge using (true);
grant select, insert, update, delete on category_pictures to linkshelf_app;
grant select on category_pictures to linkshelf_edge;

alter table picture_tasks drop constraint picture_tasks_kind_check;
alter table picture_tasks add check (kind in ('avif', 'store', 'product', 'category'));

-- Categories without a store have no page. When a store is created, pictures of all its categories are drawn. If an
-- organization is being deleted, its categories get no tasks. Tasks are inserted in the order of ids, so that of two
-- statements about the same categories, one waits for the other.
create function enqueue_category_pictures(ids uuid[]) returns void language sql as $$
  insert into picture_tasks (key, organization_id, kind, payload)
  select 'category:' || id, organization_id, 'category',
    json_build_object('organizationId', organization_id, 'projectId', project_id, 'categoryId', id)
  from categories
  where id = any (ids) and exists (select from stores where stores.project_id = categories.project_id)
    and exists (select from organizations where organizations.id = categories.organization_id)
  order by id
  on conflict (key) do update set revision = picture_tasks.revision + 1, attempts = 0, run_after = now()
$$;

create function draw_changed_categories() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform enqueue_category_pictures(array_agg(id)) from changed;
  else
    perform enqueue_category_pictures(array_agg(changed.id)) from changed join before on before.id = changed.id
    where (changed.name, changed.image_url, changed.description) is distinct from (before.name, before.image_url, before.description);
  end if;
  return null;
end $$;
create trigger categories_draw_new after insert on categories referencing new table as changed
  for each statement execute function draw_changed_categories();
create trigger categories_draw_changed after update on categories referencing old table as before new table as changed
  for each statement execute function draw_changed_categories();

-- A category without its own picture shows pictures of its products.
create function draw_categories_of_products() returns trigger language plpgsql as $$
begin
  perform enqueue_category_pictures(array_agg(distinct category_id)) from changed join categories on categories.id = category_id
  where image_url is null;
  return null;
end $$;
create trigger product_categories_draw_added after insert on product_categories referencing new table as changed
  for each statement execute function draw_categories_of_products();
create trigger product_categories_draw_removed after delete on product_categories referencing old table as changed
  for each statement execute function draw_categories_of_products();

create function draw_categories_of_changed_products() returns trigger language plpgsql as $$
begin
  perform enqueue_category_pictures(array_agg(distinct category_id))
  from changed join before on before.id = changed.id
    join product_categories on product_categories.product_id = changed.id
    join categories on categories.id = category_id and categories.image_url is null
  where (changed.image_url, changed.position, changed.is_active, changed.is_in_store, changed.availability)
    is distinct from (before.image_url, before.position, before.is_active, before.is_in_store, before.availability);
  return null;
end $$;
create trigger products_draw_categories after update on products referencing old table as before new table as changed
  for each statement execute function draw_categories_of_changed_products();

-- Enqueues the pictures of a product's categories before the product is deleted. Afterwards, a foreign key would delete
-- the rows of product_categories as the table's owner, who may not add tasks.
create function draw_categories_of_deleted_product() returns trigger language plpgsql as $$
begin
  perform enqueue_category_pictures(array_agg(category_id)) from product_categories join categories on categories.id = category_id
  where product_id = old.id and image_url is null;
  return old;
end $$;
create trigger products_draw_categories_of_deleted before delete on products
  for each row execute function draw_categories_of_deleted_product();

-- The job of the next minute draws the pictures of existing categories, because a migration runs before the queue
-- exists. Row-level security is not forced during this migration, because FORCE also applies to the tables' owner, who
-- runs the migration, unless the owner is a superuser.
do $$
declare
  table_name text;
begin
  foreach table_name in array array['categories', 'stores', 'organizations', 'picture_tasks'] loop
    execute format('alter table %I no force row level security', table_name);
  end loop;
  alter table picture_tasks disable trigger picture_tasks_enqueue;
  perform enqueue_category_pictures(array_agg(id)) from categories;
  alter table picture_tasks enable trigger picture_tasks_enqueue;
  foreach table_name in array array['categories', 'stores', 'organizations', 'picture_tasks'] loop
    execute format('alter table %I force row level security', table_name);
  end loop;
end $$;
