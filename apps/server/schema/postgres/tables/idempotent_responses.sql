-- Written by `npm run schema`.

create table idempotent_responses (
  organization_id  uuid         not null,
  project_id       uuid         not null,
  action           text         not null,
  key_hash         bytea        not null,
  request_hash     bytea        not null,
  response         json,
  created_at       timestamptz  not null,
  response_bytes   integer      not null  default 0,
  constraint idempotent_responses_pkey primary key (project_id, action, key_hash),
  constraint idempotent_responses_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

create index idempotent_responses_created_at_idx on idempotent_responses (created_at);
create index idempotent_responses_organization_idx on idempotent_responses (organization_id, created_at);

alter table idempotent_responses enable row level security;
alter table idempotent_responses force row level security;
create policy for_jobs on idempotent_responses to linkshelf_jobs
  using (true)
  with check (true);
create policy in_organization on idempotent_responses to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on idempotent_responses to linkshelf_app;

create trigger idempotent_responses_count_deleted after delete on idempotent_responses
  referencing old table as before_rows
  for each statement
  execute function count_stored_bytes('''responses''', 'response_bytes');
create trigger idempotent_responses_count_inserted after insert on idempotent_responses
  referencing new table as after_rows
  for each statement
  execute function count_stored_bytes('''responses''', 'response_bytes');
create trigger idempotent_responses_count_updated after update on idempotent_responses
  referencing old table as before_rows new table as after_rows
  for each statement
  execute function count_stored_bytes('''responses''', 'response_bytes');

-- The function count_stored_bytes is in functions/count_stored_bytes.sql.
