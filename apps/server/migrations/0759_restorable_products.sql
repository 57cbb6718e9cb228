-- Deleted products, which can be restored for 30 days. A deleted product leaves `products`, so that no statement on
-- products finds it, and everything that refers to the product ends with its row.
create table deleted_products (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  deleted_at timestamptz not null,
  -- The row of `products`, as JSON text. A type with sorted keys would change the order of attributes.
  product json not null,
  category_ids uuid[] not null,
  -- In the order of the product's links.
  link_ids uuid[] not null,
  -- Slugs that lead to the product's page, oldest first.
  earlier_slugs text[] not null,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
-- For the list of a project's deleted products, last deleted first.
create index deleted_products_deleted_idx on deleted_products (project_id, deleted_at, id);

alter table deleted_products enable row level security;
alter table deleted_products force row level security;
create policy in_organization on deleted_products to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
create policy for_jobs on deleted_products for select to linkshelf_jobs using (true);
grant select, insert, update, delete on deleted_products to linkshelf_app;

-- The QR code of a product stays until the deleted product is erased.
drop trigger products_delete_qr_code on products;
create function delete_qr_code_of_erased_product() returns trigger language plpgsql as $$
begin
  delete from qr_codes
  where organization_id = old.organization_id and project_id = old.project_id and subject_kind = 'product' and subject_id = old.id
    and not exists (select from products where products.id = old.id);
  return null;
end $$;
create trigger deleted_products_delete_qr_code after delete on deleted_products for each row
  execute function delete_qr_code_of_erased_product();

-- The short URL of a restored product leads to its page again.
create trigger products_announce_restored after insert on products for each row
  when (new.short_link_id is not null) execute function announce_project();
