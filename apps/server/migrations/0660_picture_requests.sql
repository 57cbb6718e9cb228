-- The pictures that a transaction needs. Without this table, two transactions that added the same tasks to
-- picture_tasks in a different order would wait for each other's keys, while rows of categories and products are
-- locked. Inserting into this table waits for nothing. At its end, a transaction adds all its pictures as tasks: after
-- every other lock, in one statement, in the order of their keys. It then deletes its rows here, so a transaction sees
-- only its own rows.
create table picture_requests (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  project_id uuid not null,
  kind text not null,
  ids uuid[] not null
);
alter table picture_requests enable row level security;
alter table picture_requests force row level security;
create policy in_organization on picture_requests to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
create policy for_jobs on picture_requests to linkshelf_jobs using (true) with check (true);
grant select, insert, delete on picture_requests to linkshelf_app, linkshelf_jobs;

-- Adds the requested pictures as tasks. Requests of an organization that has been deleted add no tasks.
create function add_requested_pictures() returns trigger language plpgsql as $$
begin
  with requests as (delete from picture_requests returning organization_id, project_id, kind, ids),
  requested as (select distinct organization_id, project_id, kind, unnest(ids) as id from requests)
  insert into picture_tasks (key, organization_id, kind, payload)
  select kind || ':' || id, organization_id, kind, json_strip_nulls(json_build_object(
    'organizationId', organization_id, 'projectId', project_id,
    'productId', case kind when 'product' then id end, 'categoryId', case kind when 'category' then id end))
  from requested
  where exists (select from organizations where organizations.id = organization_id)
  order by (kind || ':' || id) collate "C"
  on conflict (key) do update set revision = picture_tasks.revision + 1, attempts = 0, run_after = now();
  return null;
end $$;
create constraint trigger picture_requests_add after insert on picture_requests deferrable initially deferred
  for each row execute function add_requested_pictures();

create or replace function enqueue_category_pictures(ids uuid[]) returns void language sql as $$
  insert into picture_requests (organization_id, project_id, kind, ids)
  select organization_id, project_id, 'category', array_agg(id)
  from categories
  where id = any (ids) and exists (select from stores where stores.project_id = categories.project_id)
    and exists (select from organizations where organizations.id = categories.organization_id)
  group by organization_id, project_id
$$;

create or replace function enqueue_collages(project_ids uuid[]) returns void language sql as $$
  insert into picture_requests (organization_id, project_id, kind, ids)
  select organization_id, project_id, 'collage', array[project_id]
  from stores
  where project_id = any (project_ids) and banner_image is null
    and exists (select from organizations where organizations.id = stores.organization_id)
$$;

create or replace function enqueue_social_picture() returns trigger language plpgsql as $$
begin
  insert into picture_requests (organization_id, project_id, kind, ids)
  values (new.organization_id, new.project_id, 'store', array[new.project_id]);
  return null;
end $$;

create or replace function enqueue_product_pictures() returns trigger language plpgsql as $$
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
