-- The store of a project, its products and its categories.
create table stores (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null unique, -- stores_project_id_key: one store per project
  name text not null,
  handle text not null, -- part of the store's address, derived from its name; reserved in store_handles
  description text,
  main_color text not null,
  secondary_color text not null,
  layout text not null check (layout in ('left', 'top', 'grid')),
  logo text,
  title text,
  store_name text,
  custom_fonts_url text,
  favicon text,
  banner_image text,
  footer_text text,
  snippet text,
  is_active boolean not null,
  short_link_id uuid references links (id) on delete set null,
  created_at timestamptz not null,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);

-- All present and earlier handles of stores, so that the old address of a renamed store still leads to it. The primary
-- key decides which store has a handle.
create table store_handles (
  handle text primary key,
  organization_id uuid not null,
  project_id uuid not null,
  store_id uuid not null references stores (id) on delete cascade
);
create index store_handles_store_id_idx on store_handles (store_id);

-- If the owner orders a list, its rows have a `position`: a number between the positions of the two neighbors, so that
-- moving a row updates no other row.
create table categories (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  name text not null,
  color_hex text not null,
  is_active boolean not null,
  position numeric not null,
  created_at timestamptz not null,
  unique (id, project_id),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index categories_position_idx on categories (project_id, position, id);

create table products (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  name text not null,
  description text,
  image_url text,
  product_url text,
  attributes json not null, -- not jsonb, which does not preserve the order of keys
  is_active boolean not null,
  is_in_store boolean not null default true,
  position numeric not null,
  short_link_id uuid references links (id) on delete set null,
  created_at timestamptz not null,
  unique (id, project_id),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index products_position_idx on products (project_id, position, id);

create table product_categories (
  organization_id uuid not null,
  project_id uuid not null,
  product_id uuid not null,
  category_id uuid not null,
  primary key (product_id, category_id),
  foreign key (product_id, project_id) references products (id, project_id) on delete cascade,
  foreign key (category_id, project_id) references categories (id, project_id) on delete cascade
);
create index product_categories_category_id_idx on product_categories (category_id);

create table product_links (
  organization_id uuid not null,
  project_id uuid not null,
  product_id uuid not null,
  link_id uuid not null references links (id) on delete cascade,
  rank integer not null, -- orders the links of a product
  primary key (product_id, link_id),
  foreign key (product_id, project_id) references products (id, project_id) on delete cascade
);
create index product_links_link_id_idx on product_links (link_id);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['stores', 'store_handles', 'categories', 'products', 'product_categories', 'product_links'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy in_organization on %I to linkshelf_app using (organization_id = current_organization_id())
      with check (organization_id = current_organization_id())', table_name);
    execute format('grant select, insert, update, delete on %I to linkshelf_app', table_name);
  end loop;
end $$;

-- Every organization may read all handles, because it is public whether a handle is taken and which store an address
-- leads to.
create policy for_everyone on store_handles for select to linkshelf_app using (true);

-- QR codes have no foreign key to their subject, so this trigger deletes them.
create function delete_qr_code_of_page() returns trigger language plpgsql as $$
begin
  delete from qr_codes
  where organization_id = old.organization_id and project_id = old.project_id and subject_kind = tg_argv[0] and subject_id = old.id;
  return null;
end $$;
create trigger stores_delete_qr_code after delete on stores for each row execute function delete_qr_code_of_page('store');
create trigger products_delete_qr_code after delete on products for each row execute function delete_qr_code_of_page('product');
