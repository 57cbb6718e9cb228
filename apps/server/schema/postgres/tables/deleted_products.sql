-- Written by `npm run schema`.

create table deleted_products (
  id               uuid         not null,
  organization_id  uuid         not null,
  project_id       uuid         not null,
  deleted_at       timestamptz  not null,
  product          json         not null,
  category_ids     uuid[]       not null,
  link_ids         uuid[]       not null,
  earlier_slugs    text[]       not null,
  constraint deleted_products_pkey primary key (id),
  constraint deleted_products_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

create index deleted_products_deleted_idx on deleted_products (project_id, deleted_at, id);

alter table deleted_products enable row level security;
alter table deleted_products force row level security;
create policy for_jobs on deleted_products for select to linkshelf_jobs
  using (true);
create policy in_organization on deleted_products to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on deleted_products to linkshelf_app;

create trigger deleted_products_delete_qr_code after delete on deleted_products
  for each row
  execute function delete_qr_code_of_erased_product();
create trigger deleted_products_record_end after delete on deleted_products
  for each row
  execute function record_end_of_deleted_product();

create function delete_qr_code_of_erased_product()
  returns trigger
  language plpgsql
as $$
begin
  delete from qr_codes
  where organization_id = old.organization_id and project_id = old.project_id and subject_kind = 'product' and subject_id = old.id
    and not exists (select from products where products.id = old.id);
  return null;
end $$;

create function record_end_of_deleted_product()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (select from products where id = old.id) then
    perform record_erasure('restored_product', array[old.id], clock_timestamp());
  elsif exists (select from projects where id = old.project_id) then
    perform record_erasure('erased_product', array[old.id], clock_timestamp());
  end if;
  return null;
end $$;
