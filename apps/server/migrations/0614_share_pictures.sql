-- The format of a drawn picture: 'jpg' if it shows photographs, otherwise 'png'. Pictures that are already stored keep
-- their previous format.
alter table social_pictures add column format text not null default 'png' check (format in ('png', 'jpg'));
alter table product_pictures add column format text not null default 'jpg' check (format in ('png', 'jpg'));
alter table category_pictures add column format text not null default 'jpg' check (format in ('png', 'jpg'));

alter table picture_tasks drop constraint picture_tasks_kind_check;
alter table picture_tasks add check (kind in ('avif', 'store', 'collage', 'product', 'category'));

drop trigger stores_draw_changed on stores;
create trigger stores_draw_changed after update on stores for each row
  when (
    (old.name, old.store_name, old.title, old.description, old.main_color, old.secondary_color, old.logo, old.banner_image)
    is distinct from (new.name, new.store_name, new.title, new.description, new.main_color, new.secondary_color, new.logo, new.banner_image)
  )
  execute function enqueue_social_picture();

-- Enqueues the pictures of the projects' stores. A store without a banner shows its first products in its picture. One
-- statement about many products adds one task for each store.
create function enqueue_collages(project_ids uuid[]) returns void language sql as $$
  insert into picture_tasks (key, organization_id, kind, payload)
  select 'collage:' || project_id, organization_id, 'collage', json_build_object('organizationId', organization_id, 'projectId', project_id)
  from stores
  where project_id = any (project_ids) and banner_image is null
    and exists (select from organizations where organizations.id = stores.organization_id)
  order by project_id
  on conflict (key) do update set revision = picture_tasks.revision + 1, attempts = 0, run_after = now()
$$;

create function draw_collage_of_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform enqueue_collages(array_agg(distinct changed.project_id)) from changed join before on before.id = changed.id
    where (changed.image_url, changed.position, changed.is_pinned, changed.is_active, changed.is_in_store, changed.availability)
      is distinct from (before.image_url, before.position, before.is_pinned, before.is_active, before.is_in_store, before.availability);
  else
    perform enqueue_collages(array_agg(distinct project_id)) from changed where image_url is not null;
  end if;
  return null;
end $$;
create trigger products_draw_collage_new after insert on products referencing new table as changed
  for each statement execute function draw_collage_of_products();
create trigger products_draw_collage_changed after update on products referencing old table as before new table as changed
  for each statement execute function draw_collage_of_products();
create trigger products_draw_collage_removed after delete on products referencing old table as changed
  for each statement execute function draw_collage_of_products();

-- The job of the next minute redraws the pictures of existing stores, and with them the pictures of their products and
-- categories.
do $$
begin
  alter table stores no force row level security;
  alter table picture_tasks no force row level security;
  alter table picture_tasks disable trigger picture_tasks_enqueue;
  insert into picture_tasks (key, organization_id, kind, payload)
  select 'store:' || project_id, organization_id, 'store', json_build_object('organizationId', organization_id, 'projectId', project_id)
  from stores on conflict (key) do nothing;
  alter table picture_tasks enable trigger picture_tasks_enqueue;
  alter table stores force row level security;
  alter table picture_tasks force row level security;
end $$;
