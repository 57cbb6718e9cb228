-- Written by `npm run schema`.

create table picture_tasks (
  key              text         not null,
  organization_id  uuid         not null,
  kind             text         not null,
  payload          json         not null,
  revision         integer      not null  default 1,
  attempts         integer      not null  default 0,
  run_after        timestamptz  not null  default now(),
  created_at       timestamptz  not null  default now(),
  constraint picture_tasks_pkey primary key (key),
  constraint picture_tasks_kind_check check (kind = any (array['avif', 'look', 'store', 'collage', 'product',
    'category'])),
  constraint picture_tasks_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade
);

create index picture_tasks_organization_id_idx on picture_tasks (organization_id);

alter table picture_tasks enable row level security;
alter table picture_tasks force row level security;
create policy for_jobs on picture_tasks to linkshelf_jobs
  using (true)
  with check (true);
create policy in_organization on picture_tasks to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on picture_tasks to linkshelf_app;
grant select, insert, update, delete on picture_tasks to linkshelf_jobs;

create trigger picture_tasks_enqueue after insert on picture_tasks
  referencing new table as added
  for each statement
  execute function enqueue_picture_work();

create function enqueue_picture_work()
  returns trigger
  language plpgsql
as $$
begin
  perform enqueue_job('encode-next-picture', '{}', null, (select min(run_after) from added), 5, 'pictures');
  return null;
end $$;
