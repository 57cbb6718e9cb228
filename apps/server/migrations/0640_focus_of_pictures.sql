-- The point of the picture that a crop shows, as chosen by the owner, in fractions of width and height. Null if the
-- computed point is used.
alter table products add column image_focus jsonb check (
  image_focus is null or (image_focus ?& array['x', 'y']
    and (image_focus ->> 'x')::float8 between 0 and 1 and (image_focus ->> 'y')::float8 between 0 and 1)
);

-- The look of a picture is its focus, cut-out and hue. A picture of an earlier version has no look until a store crops
-- it. Such a late look is ignored by stores that show whole pictures, so that these stores do not change.
alter table uploads add column has_late_look boolean not null default false;
grant select (has_late_look) on uploads to linkshelf_edge;

alter table picture_tasks drop constraint picture_tasks_kind_check;
alter table picture_tasks add check (kind in ('avif', 'look', 'store', 'collage', 'product', 'category'));

-- Adds tasks for the pictures of products and categories that have no look yet. Jobs find the looks, and organizations
-- take turns. Tasks are inserted in the order of keys, so that of two statements about the same pictures, one waits for
-- the other.
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

-- For stores that already crop their pictures, the job of the next minute finds the first looks.
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
