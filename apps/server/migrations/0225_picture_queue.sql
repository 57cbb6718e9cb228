-- Pictures to encode or draw. One picture is processed at a time, for the organization that was served least recently.
-- So an organization with many pictures does not delay others.
create table picture_tasks (
  key text primary key, -- the kind and the object to encode or draw, so that an object has one task even if it is requested several times
  organization_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('avif', 'store', 'product')),
  payload json not null,
  revision integer not null default 1, -- incremented when the same picture is requested again, also during processing
  attempts integer not null default 0,
  run_after timestamptz not null default now(), -- postponed during processing, so that the task of a killed process is processed again
  created_at timestamptz not null default now()
);
create index picture_tasks_organization_id_idx on picture_tasks (organization_id);

create table picture_turns (
  organization_id uuid primary key references organizations on delete cascade,
  served_at timestamptz not null
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['picture_tasks', 'picture_turns'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    -- The next turn is found across organizations.
    execute format('create policy for_jobs on %I to linkshelf_jobs using (true) with check (true)', table_name);
    execute format('grant select, insert, update, delete on %I to linkshelf_jobs', table_name);
  end loop;
end $$;
create policy in_organization on picture_tasks to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
grant select, insert, update, delete on picture_tasks to linkshelf_app;

-- The picture of a product page that other sites show next to a link to it. A job draws it. It is stored as an upload.
create table product_pictures (
  product_id uuid primary key references products on delete cascade,
  organization_id uuid not null,
  digest text not null references uploads on delete cascade
);
create index product_pictures_digest_idx on product_pictures (digest);
alter table product_pictures enable row level security;
alter table product_pictures force row level security;
create policy in_organization on product_pictures to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
create policy for_visitors on product_pictures for select to linkshelf_edge using (true);
grant select, insert, update, delete on product_pictures to linkshelf_app;
grant select on product_pictures to linkshelf_edge;

-- The job of the next minute draws the pictures of existing stores, and then the pictures of their products. Row-level
-- security is not forced during this migration, because FORCE also applies to the tables' owner, who runs the
-- migration, unless the owner is a superuser.
alter table stores no force row level security;
alter table picture_tasks no force row level security;
insert into picture_tasks (key, organization_id, kind, payload)
select 'store:' || project_id, organization_id, 'store', json_build_object('organizationId', organization_id, 'projectId', project_id) from stores;
alter table stores force row level security;
alter table picture_tasks force row level security;

create function enqueue_picture_work() returns trigger language plpgsql as $$
begin
  perform enqueue_job('encode-next-picture', '{}', null, null, 5, 'pictures');
  return null;
end $$;
create trigger picture_tasks_enqueue after insert on picture_tasks for each statement execute function enqueue_picture_work();

create or replace function enqueue_social_picture() returns trigger language plpgsql as $$
begin
  insert into picture_tasks (key, organization_id, kind, payload)
  values ('store:' || new.project_id, new.organization_id, 'store', json_build_object('organizationId', new.organization_id, 'projectId', new.project_id))
  on conflict (key) do update set revision = picture_tasks.revision + 1, attempts = 0, run_after = now();
  return null;
end $$;

-- Products without a store have no page. When a store is created, pictures of all its products are drawn. Tasks are
-- inserted in the order of ids, so that of two statements about the same products, one waits for the other.
create function enqueue_product_pictures() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id) into ids from changed where exists (select from stores where stores.project_id = changed.project_id);
  else
    select array_agg(changed.id) into ids from changed join before on before.id = changed.id
    where (changed.name, changed.image_url) is distinct from (before.name, before.image_url)
      and exists (select from stores where stores.project_id = changed.project_id);
  end if;
  if ids is null then
    return null;
  end if;
  insert into picture_tasks (key, organization_id, kind, payload)
  select 'product:' || id, organization_id, 'product', json_build_object('organizationId', organization_id, 'projectId', project_id, 'productId', id)
  from changed where id = any (ids) order by id
  on conflict (key) do update set revision = picture_tasks.revision + 1, attempts = 0, run_after = now();
  return null;
end $$;
create trigger products_draw_new after insert on products referencing new table as changed
  for each statement execute function enqueue_product_pictures();
create trigger products_draw_changed after update on products referencing old table as before new table as changed
  for each statement execute function enqueue_product_pictures();

-- Serves the query that adds up an organization's storage, in which drawn pictures do not count.
create index uploads_space_idx on uploads (organization_id) include (stored_bytes) where purpose <> 'social';
