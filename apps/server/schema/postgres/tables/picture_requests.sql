-- Written by `npm run schema`.

create table picture_requests (
  id               bigint  not null  generated always as identity,
  organization_id  uuid    not null,
  project_id       uuid    not null,
  kind             text    not null,
  ids              uuid[]  not null,
  constraint picture_requests_pkey primary key (id)
);

alter table picture_requests enable row level security;
alter table picture_requests force row level security;
create policy for_jobs on picture_requests to linkshelf_jobs
  using (true)
  with check (true);
create policy in_organization on picture_requests to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, delete on picture_requests to linkshelf_app;
grant select, insert, delete on picture_requests to linkshelf_jobs;

create constraint trigger picture_requests_add after insert on picture_requests deferrable initially deferred
  for each row
  execute function add_requested_pictures();

create function add_requested_pictures()
  returns trigger
  language plpgsql
as $$
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
