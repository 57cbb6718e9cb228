-- Written by `npm run schema`.

create table products (
  id               uuid         not null,
  organization_id  uuid         not null,
  project_id       uuid         not null,
  name             text         not null,
  description      text,
  image_url        text,
  product_url      text,
  attributes       json         not null,
  is_active        boolean      not null,
  is_in_store      boolean      not null  default true,
  "position"       numeric      not null,
  short_link_id    uuid,
  created_at       timestamptz  not null,
  show_from        timestamptz,
  show_until       timestamptz,
  availability     text         not null  default 'available',
  slug             text         not null,
  is_pinned        boolean      not null  default false,
  price            jsonb,
  image_focus      jsonb,
  constraint products_pkey primary key (id),
  constraint products_id_project_id_key unique (id, project_id),
  constraint products_availability_check check (availability = any (array['available', 'unavailable', 'hidden'])),
  constraint products_check check (show_until > show_from),
  constraint products_image_focus_check check (image_focus is null or image_focus ?& array['x', 'y']
    and ((image_focus ->> 'x')::double precision) >= 0::double precision
    and ((image_focus ->> 'x')::double precision) <= 1::double precision
    and ((image_focus ->> 'y')::double precision) >= 0::double precision
    and ((image_focus ->> 'y')::double precision) <= 1::double precision),
  constraint products_price_check check (price is null or price ?& array['amount', 'currency', 'checked_on']),
  constraint products_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade,
  constraint products_short_link_id_fkey foreign key (short_link_id) references links(id) on delete set null
);

create index products_pinned_idx on products (project_id) where is_pinned;
create index products_position_idx on products (project_id, "position", id);
create index products_unnamed_idx on products (project_id) where slug = id::text;

alter table products enable row level security;
alter table products force row level security;
create policy for_visitors on products for select to linkshelf_edge
  using (true);
create policy in_organization on products to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_table_owner on products to current_user
  using (true)
  with check (true);

grant select, insert, update, delete on products to linkshelf_app;
grant select on products to linkshelf_edge;

create trigger products_add_slug before insert on products
  for each row
  when (new.slug is null)
  execute function add_page_slug();
create trigger products_announce after delete on products
  for each row
  when (old.short_link_id is not null)
  execute function announce_project();
create trigger products_announce_restored after insert on products
  for each row
  when (new.short_link_id is not null)
  execute function announce_project();
create trigger products_draw_categories after update on products
  referencing old table as before new table as changed
  for each statement
  execute function draw_categories_of_changed_products();
create trigger products_draw_categories_of_deleted before delete on products
  for each row
  execute function draw_categories_of_deleted_product();
create trigger products_draw_changed after update on products
  referencing old table as before new table as changed
  for each statement
  execute function enqueue_product_pictures();
create trigger products_draw_collage_changed after update on products
  referencing old table as before new table as changed
  for each statement
  execute function draw_collage_of_products();
create trigger products_draw_collage_new after insert on products
  referencing new table as changed
  for each statement
  execute function draw_collage_of_products();
create trigger products_draw_collage_removed after delete on products
  referencing old table as changed
  for each statement
  execute function draw_collage_of_products();
create trigger products_draw_new after insert on products
  referencing new table as changed
  for each statement
  execute function enqueue_product_pictures();
create trigger products_record_erasure after delete on products
  for each row
  execute function record_erased_row_of_project('product');
create trigger products_register_slug after insert on products for each row execute function register_page_slug();
create trigger products_replace_slug after update of slug on products
  for each row
  when (new.slug <> old.slug)
  execute function register_page_slug();

-- The function add_page_slug is in functions/add_page_slug.sql.

-- The function announce_project is in functions/announce_project.sql.

create function draw_categories_of_changed_products()
  returns trigger
  language plpgsql
as $$
begin
  perform enqueue_category_pictures(array_agg(distinct category_id))
  from changed join before on before.id = changed.id
    join product_categories on product_categories.product_id = changed.id
    join categories on categories.id = category_id and categories.image_url is null
  where (changed.image_url, changed.position, changed.is_pinned, changed.is_active, changed.is_in_store, changed.availability, changed.show_from, changed.show_until)
    is distinct from (before.image_url, before.position, before.is_pinned, before.is_active, before.is_in_store, before.availability, before.show_from, before.show_until);
  return null;
end $$;

create function draw_categories_of_deleted_product()
  returns trigger
  language plpgsql
as $$
begin
  perform enqueue_category_pictures(array_agg(category_id)) from product_categories join categories on categories.id = category_id
  where product_id = old.id and image_url is null;
  return old;
end $$;

create function draw_collage_of_products()
  returns trigger
  language plpgsql
as $$
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

create function enqueue_product_pictures()
  returns trigger
  language plpgsql
as $$
declare
  changed_ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id) into changed_ids from changed;
  else
    select array_agg(changed.id) into changed_ids from changed join before on before.id = changed.id
    where (changed.name, changed.image_url) is distinct from (before.name, before.image_url);
  end if;
  insert into picture_requests (organization_id, project_id, kind, ids)
  select organization_id, project_id, 'product', array_agg(id) from changed
  where id = any (changed_ids) and exists (select from stores where stores.project_id = changed.project_id)
  group by organization_id, project_id;
  return null;
end $$;

-- The function record_erased_row_of_project is in functions/record_erased_row_of_project.sql.

-- The function register_page_slug is in functions/register_page_slug.sql.
