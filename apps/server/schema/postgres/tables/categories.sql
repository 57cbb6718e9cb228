-- Written by `npm run schema`.

create table categories (
  id               uuid         not null,
  organization_id  uuid         not null,
  project_id       uuid         not null,
  name             text         not null,
  color_hex        text         not null,
  is_active        boolean      not null,
  "position"       numeric      not null,
  created_at       timestamptz  not null,
  show_from        timestamptz,
  show_until       timestamptz,
  slug             text         not null,
  description      text,
  image_url        text,
  is_row           boolean      not null  default false,
  constraint categories_pkey primary key (id),
  constraint categories_id_project_id_key unique (id, project_id),
  constraint categories_check check (show_until > show_from),
  constraint categories_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

create unique index categories_name_key on categories (project_id, lower(name));
create index categories_position_idx on categories (project_id, "position", id);
create index categories_unnamed_idx on categories (project_id) where slug = id::text;

alter table categories enable row level security;
alter table categories force row level security;
create policy for_visitors on categories for select to linkshelf_edge
  using (true);
create policy in_organization on categories to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_table_owner on categories to current_user
  using (true)
  with check (true);

grant select, insert, update, delete on categories to linkshelf_app;
grant select on categories to linkshelf_edge;

create trigger categories_add_slug before insert on categories
  for each row
  when (new.slug is null)
  execute function add_page_slug();
create trigger categories_draw_changed after update on categories
  referencing old table as before new table as changed
  for each statement
  execute function draw_changed_categories();
create trigger categories_draw_new after insert on categories
  referencing new table as changed
  for each statement
  execute function draw_changed_categories();
create trigger categories_record_erasure after delete on categories
  for each row
  execute function record_erased_row_of_project('category');
create trigger categories_register_slug after insert on categories for each row execute function register_page_slug();
create trigger categories_replace_slug after update of slug on categories
  for each row
  when (new.slug <> old.slug)
  execute function register_page_slug();

-- The function add_page_slug is in functions/add_page_slug.sql.

create function draw_changed_categories()
  returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    perform enqueue_category_pictures(array_agg(id)) from changed;
  else
    perform enqueue_category_pictures(array_agg(changed.id)) from changed join before on before.id = changed.id
    where (changed.name, changed.image_url, changed.description) is distinct from (before.name, before.image_url, before.description);
  end if;
  return null;
end $$;

-- The function record_erased_row_of_project is in functions/record_erased_row_of_project.sql.

-- The function register_page_slug is in functions/register_page_slug.sql.
