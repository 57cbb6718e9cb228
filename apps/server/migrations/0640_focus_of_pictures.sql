-- The point of the picture that a crop shows, as its owner chose it, in fractions of its width and height; null for the
-- computed one.
alter table products add column image_focus jsonb check (
  image_focus is null or (image_focus ?& array['x', 'y']
    and (image_focus ->> 'x')::float8 between 0 and 1 and (image_focus ->> 'y')::float8 between 0 and 1)
);

-- Pictures of earlier versions get their look late, when a store crops them. Stores that show pictures whole look as
-- before: no late look changes them.
alter table uploads add column has_late_look boolean not null default false;
grant select (has_late_look) on uploads to linkshelf_edge;

alter table picture_tasks drop constraint picture_tasks_kind_check;
alter table picture_tasks add check (kind in ('avif', 'look', 'store', 'collage', 'product', 'category'));

-- The pictures without a look of products and categories. Their looks are found by jobs, in turns of organizations. In
-- the order of keys, so that of two statements about the same pictures one waits.
create function enqueue_looks(project_ids uuid[]) returns void language sql as $$
  insert into picture_tasks (key, organization_id, kind, payload)
  select 'look:' || digest, organization_id, 'look', json_build_object('organizationId', organization_id, 'digest', digest)
  from uploads
  where purpose = 'picture' and focus_x is null and digest in (
    select substring(image_url from '/media/([A-Za-z0-9_-]{27})/') from products where project_id = any (project_ids)
    union select substring(image_url from '/media/([A-Za-z0-9_-]{27})/') from categories where project_id = any (project_ids)
  )
  order by digest
  on conflict (key) do update set revision = picture_tasks.revision + 1, attempts = 0, run_after = now()
$$;

create function find_looks_of_store() returns trigger language plpgsql as $$
begin
  perform enqueue_looks(array[new.project_id]);
  return null;
end $$;
create trigger stores_find_looks_new after insert on stores for each row
  when (new.picture_ratio <> 'whole') execute function find_looks_of_store();
create trigger stores_find_looks_cropped after update of picture_ratio on stores for each row
  when (old.picture_ratio = 'whole' and new.picture_ratio <> 'whole') execute function find_looks_of_store();

-- Stores that crop already: the job of the next minute takes the first of their pictures.
do $$
declare
  table_name text;
begin
  foreach table_name in array array['stores', 'uploads', 'products', 'categories', 'picture_tasks'] loop
    execute format('alter table %I no force row level security', table_name);
  end loop;
  alter table picture_tasks disable trigger picture_tasks_enqueue;
  perform enqueue_looks(array(select project_id from stores where picture_ratio <> 'whole'));
  alter table picture_tasks enable trigger picture_tasks_enqueue;
  foreach table_name in array array['stores', 'uploads', 'products', 'categories', 'picture_tasks'] loop
    execute format('alter table %I force row level security', table_name);
  end loop;
end $$;
