-- Addresses of products and categories below the address of their store. `slug` is the present address. If a row's slug
-- is its id, the row has no address of its own yet. `namePages` gives addresses to rows that exist at an upgrade, and
-- to rows that a process of an earlier release adds.
alter table products add column slug text;
alter table categories add column slug text;

-- Gives the tables' owner a policy, because the owner names pages during an upgrade. FORCE also applies to the owner,
-- unless the owner is a superuser.
do $$
declare
  table_name text;
begin
  foreach table_name in array array['products', 'categories'] loop
    execute format('create policy of_table_owner on %I to current_user using (true) with check (true)', table_name);
    execute format('update %I set slug = id::text', table_name);
    execute format('alter table %I alter column slug set not null', table_name);
    execute format('create index %I on %I (project_id) where slug = id::text', table_name || '_unnamed_idx', table_name);
  end loop;
end $$;

-- All present and earlier addresses of pages. An earlier address leads to the page's present address. The primary key
-- decides which page has an address. Products and categories of a project share one namespace.
create table page_slugs (
  organization_id uuid not null,
  project_id uuid not null,
  slug text not null,
  product_id uuid,
  category_id uuid,
  replaced_at timestamptz, -- null for the present address
  primary key (project_id, slug),
  check (num_nonnulls(product_id, category_id) = 1),
  foreign key (product_id, project_id) references products (id, project_id) on delete cascade,
  foreign key (category_id, project_id) references categories (id, project_id) on delete cascade
);
create index page_slugs_product_id_idx on page_slugs (product_id, replaced_at) where product_id is not null;
create index page_slugs_category_id_idx on page_slugs (category_id, replaced_at) where category_id is not null;
alter table page_slugs enable row level security;
alter table page_slugs force row level security;
create policy in_organization on page_slugs to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
create policy of_table_owner on page_slugs to current_user using (true) with check (true);
create policy for_visitors on page_slugs for select to linkshelf_edge using (true);
grant select, insert, update, delete on page_slugs to linkshelf_app;
grant select on page_slugs to linkshelf_edge;

create function add_page_slug() returns trigger language plpgsql as $$
begin
  new.slug := coalesce(new.slug, new.id::text);
  return new;
end $$;

-- Registers the present address of a page, and makes the page's previous address an earlier address. The new address
-- may be an earlier address of another page, which then loses it. If it is the present address of another page, the
-- statement fails. If a page has more than twenty earlier addresses, the oldest are freed.
create function register_page_slug() returns trigger language plpgsql as $$
declare
  product uuid := case tg_table_name when 'products' then new.id end;
  category uuid := case tg_table_name when 'categories' then new.id end;
begin
  if tg_op = 'UPDATE' then
    update page_slugs set replaced_at = clock_timestamp()
    where project_id = new.project_id and slug = old.slug and (product_id = product or category_id = category);
    delete from page_slugs where project_id = new.project_id and slug = new.id::text;
  end if;
  insert into page_slugs as present (organization_id, project_id, slug, product_id, category_id)
  values (new.organization_id, new.project_id, new.slug, product, category)
  on conflict (project_id, slug) do update set product_id = excluded.product_id, category_id = excluded.category_id, replaced_at = null
  where present.replaced_at is not null;
  if not found then
    raise unique_violation using message = 'a page of the project has this slug', table = 'page_slugs', constraint = 'page_slugs_pkey';
  end if;
  if tg_op = 'UPDATE' then
    delete from page_slugs where project_id = new.project_id and slug in (
      select slug from page_slugs
      where project_id = new.project_id and (product_id = product or category_id = category) and replaced_at is not null
      order by replaced_at desc offset 20);
  end if;
  return null;
end $$;

create trigger products_add_slug before insert on products for each row when (new.slug is null) execute function add_page_slug();
create trigger categories_add_slug before insert on categories for each row when (new.slug is null) execute function add_page_slug();
create trigger products_register_slug after insert on products for each row execute function register_page_slug();
create trigger categories_register_slug after insert on categories for each row execute function register_page_slug();
create trigger products_replace_slug after update of slug on products for each row
  when (new.slug <> old.slug) execute function register_page_slug();
create trigger categories_replace_slug after update of slug on categories for each row
  when (new.slug <> old.slug) execute function register_page_slug();

-- Returns the path of a product below its store, encoded like encodeURIComponent does. The path of a deleted product
-- leads nowhere.
create function product_path(product_id uuid) returns text language sql stable as $$
  select '/' || coalesce((
    select string_agg(case when letter ~ '[a-z0-9-]' then letter
      else upper(regexp_replace(encode(convert_to(letter, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) end, '' order by nth)
    from products, regexp_split_to_table(products.slug, '') with ordinality as letters (letter, nth)
    where products.id = product_path.product_id
  ), 'p/' || product_path.product_id)
$$;
