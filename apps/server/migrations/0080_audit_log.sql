-- Records who changed what, in the transaction of the change. Append-only: the application may only insert and read.
create table audit_log (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null,
  organization_id uuid, -- null: the entry is about the user's own account
  project_id uuid,
  user_id uuid, -- the account that the entry is about, if there is no organization
  actor_kind text not null check (actor_kind in ('user', 'api_key', 'system')),
  actor_id text not null, -- a user's or key's id, or the name of the job or command
  source text not null check (source in ('api', 'job', 'command')),
  address text, -- client address of the request
  request_id text not null,
  action text not null,
  entity text not null,
  entity_id text, -- null if the entry is about several objects
  before jsonb,
  after jsonb,
  check (organization_id is not null or user_id is not null)
);
-- Newest first; the cursor is (created_at, id).
create index audit_log_organization_idx on audit_log (organization_id, created_at desc, id desc) where organization_id is not null;
create index audit_log_user_idx on audit_log (user_id, created_at desc, id desc) where organization_id is null;

alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy in_organization on audit_log to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
create policy of_user on audit_log to linkshelf_app
  using (organization_id is null and user_id = current_user_id()) with check (organization_id is null and user_id = current_user_id());
grant select, insert on audit_log to linkshelf_app;
-- FORCE also applies to the tables' owner, unless the owner is a superuser. The trigger below deletes as the owner, so
-- the owner needs this policy.
create policy of_table_owner on audit_log to current_user using (true);

-- Entries have no foreign key to projects and organizations, because an entry outlives its subject. Only when an
-- organization is deleted, its entries are deleted. The entry that records the deletion is inserted after this trigger.
create function delete_audit_log_of_organization() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from audit_log where organization_id = old.id;
  return null;
end $$;
create trigger organizations_delete_audit_log after delete on organizations for each row execute function delete_audit_log_of_organization();
