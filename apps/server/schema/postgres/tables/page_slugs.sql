-- Written by `npm run schema`.

create table page_slugs (
  organization_id  uuid         not null,
  project_id       uuid         not null,
  slug             text         not null,
  product_id       uuid,
  category_id      uuid,
  replaced_at      timestamptz,
  constraint page_slugs_pkey primary key (project_id, slug),
  constraint page_slugs_check check (num_nonnulls(product_id, category_id) = 1),
  constraint page_slugs_category_id_project_id_fkey foreign key (category_id, project_id)
    references categories(id, project_id) on delete cascade,
  constraint page_slugs_product_id_project_id_fkey foreign key (product_id, project_id)
    references products(id, project_id) on delete cascade
);

create index page_slugs_category_id_idx on page_slugs (category_id, replaced_at) where category_id is not null;
create index page_slugs_product_id_idx on page_slugs (product_id, replaced_at) where product_id is not null;

alter table page_slugs enable row level security;
alter table page_slugs force row level security;
create policy for_visitors on page_slugs for select to linkshelf_edge
  using (true);
create policy in_organization on page_slugs to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_table_owner on page_slugs to current_user
  using (true)
  with check (true);

grant select, insert, update, delete on page_slugs to linkshelf_app;
grant select on page_slugs to linkshelf_edge;
