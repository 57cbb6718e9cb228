-- Responses to writes with an idempotency key. If a write is repeated with its key, the stored response is returned. A
-- transaction inserts the key before its work, so that a second transaction with the same key waits for the response.
create table idempotent_responses (
  organization_id uuid not null,
  project_id uuid not null,
  action text not null,
  key_hash bytea not null,
  request_hash bytea not null,
  response json, -- null only during the transaction that inserts the key and the response
  created_at timestamptz not null,
  primary key (project_id, action, key_hash),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index idempotent_responses_organization_idx on idempotent_responses (organization_id, created_at);
create index idempotent_responses_created_at_idx on idempotent_responses (created_at);

alter table idempotent_responses enable row level security;
alter table idempotent_responses force row level security;
create policy in_organization on idempotent_responses to linkshelf_app using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
-- Lets a job delete expired responses in all organizations.
create policy for_jobs on idempotent_responses to linkshelf_jobs using (true) with check (true);
grant select, insert, update, delete on idempotent_responses to linkshelf_app;
