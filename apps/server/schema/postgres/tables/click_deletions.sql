-- Written by `npm run schema`.

create table click_deletions (
  organization_id  uuid         not null,
  project_id       uuid         not null,
  link_id          uuid,
  deleted_before   timestamptz  not null,
  state            text         not null,
  constraint click_deletions_project_id_link_id_key unique nulls not distinct (project_id, link_id),
  constraint click_deletions_state_check check (state = any (array['running', 'settling', 'done'])),
  constraint click_deletions_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

create index click_deletions_instant_idx on click_deletions (project_id, deleted_before);
create index click_deletions_of_organization_idx on click_deletions (organization_id) where state <> 'done';
create index click_deletions_unfinished_idx on click_deletions (project_id) where state <> 'done';

alter table click_deletions enable row level security;
alter table click_deletions force row level security;
create policy for_jobs on click_deletions to linkshelf_jobs
  using (true)
  with check (true);
create policy in_organization on click_deletions to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_table_owner on click_deletions for select to current_user
  using (true);

grant select, insert, update, delete on click_deletions to linkshelf_app;

create trigger click_deletions_record_erasure after insert or update of deleted_before on click_deletions
  for each row
  execute function record_deleted_clicks();

create function record_deleted_clicks()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
begin
  perform record_erasure('clicks', array_remove(array[new.project_id, new.link_id], null), new.deleted_before);
  return null;
end $$;
