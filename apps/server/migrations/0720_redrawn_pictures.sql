-- If what a picture shows changes, the picture is drawn again half a minute after the first change, so that several
-- quick changes are drawn once. The first picture of a store, category or product is drawn at once.
create or replace function add_requested_pictures() returns trigger language plpgsql as $$
begin
  with requests as (delete from picture_requests returning organization_id, project_id, kind, ids),
  requested as (select distinct organization_id, project_id, kind, unnest(ids) as id from requests),
  timed as (
    select *, case
      when kind = 'product' then exists (select from product_pictures where product_id = id)
      when kind = 'category' then exists (select from category_pictures where category_id = id)
      when kind in ('store', 'collage') then exists (
        select from social_pictures join stores on stores.id = store_id where stores.project_id = requested.id)
      else false
    end as is_drawn
    from requested
  )
  insert into picture_tasks (key, organization_id, kind, payload, run_after)
  select kind || ':' || id, organization_id, kind, json_strip_nulls(json_build_object(
    'organizationId', organization_id, 'projectId', project_id,
    'productId', case kind when 'product' then id end, 'categoryId', case kind when 'category' then id end)),
    case when is_drawn then now() + interval '30 seconds' else now() end
  from timed
  where exists (select from organizations where organizations.id = organization_id)
  order by (kind || ':' || id) collate "C"
  on conflict (key) do update set revision = picture_tasks.revision + 1, attempts = 0,
    -- A task that waits keeps its time. One that is worked on begins to wait again.
    run_after = case picture_tasks.attempts when 0 then least(picture_tasks.run_after, excluded.run_after) else excluded.run_after end;
  return null;
end $$;

-- Enqueues a job for the time when the first of the added tasks is due.
create or replace function enqueue_picture_work() returns trigger language plpgsql as $$
begin
  perform enqueue_job('encode-next-picture', '{}', null, (select min(run_after) from added), 5, 'pictures');
  return null;
end $$;
drop trigger picture_tasks_enqueue on picture_tasks;
create trigger picture_tasks_enqueue after insert on picture_tasks referencing new table as added
  for each statement execute function enqueue_picture_work();

-- Lets jobs find drawings that nothing uses any more, in all organizations.
create policy for_jobs on social_pictures for select to linkshelf_jobs using (true);
create policy for_jobs on product_pictures for select to linkshelf_jobs using (true);
create policy for_jobs on category_pictures for select to linkshelf_jobs using (true);
create index uploads_drawings_idx on uploads (organization_id, used_at) where purpose = 'social';
