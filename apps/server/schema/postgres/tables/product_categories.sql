-- Written by `npm run schema`.

create table product_categories (
  organization_id  uuid  not null,
  project_id       uuid  not null,
  product_id       uuid  not null,
  category_id      uuid  not null,
  constraint product_categories_pkey primary key (product_id, category_id),
  constraint product_categories_category_id_project_id_fkey foreign key (category_id, project_id)
    references categories(id, project_id) on delete cascade,
  constraint product_categories_product_id_project_id_fkey foreign key (product_id, project_id)
    references products(id, project_id) on delete cascade
);

create index product_categories_category_id_idx on product_categories (category_id);

alter table product_categories enable row level security;
alter table product_categories force row level security;
create policy for_visitors on product_categories for select to linkshelf_edge
  using (true);
create policy in_organization on product_categories to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on product_categories to linkshelf_app;
grant select on product_categories to linkshelf_edge;

create trigger product_categories_draw_added after insert on product_categories
  referencing new table as changed
  for each statement
  execute function draw_categories_of_products();
create trigger product_categories_draw_removed after delete on product_categories
  referencing old table as changed
  for each statement
  execute function draw_categories_of_products();

create function draw_categories_of_products()
  returns trigger
  language plpgsql
as $$
begin
  perform enqueue_category_pictures(array_agg(distinct category_id)) from changed join categories on categories.id = category_id
  where image_url is null;
  return null;
end $$;
