-- Invitations into an organization, each to one email address. They are deleted a month after they expire.
create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz not null,
  invited_at timestamptz not null, -- when its email was last requested
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users on delete set null,
  revoked_at timestamptz,
  unique (id, organization_id),
  check (accepted_at is null or revoked_at is null)
);
create unique index invitations_pending_key on invitations (organization_id, lower(email)) where accepted_at is null and revoked_at is null;
create index invitations_accepted_by_idx on invitations (accepted_by) where accepted_by is not null;
create index invitations_expires_at_idx on invitations (expires_at);

-- Tokens of the links in invitation emails. Each email has a new token. All tokens stop working when the invitation
-- ends.
create table invitation_tokens (
  token_hash bytea primary key,
  organization_id uuid not null,
  invitation_id uuid not null,
  foreign key (invitation_id, organization_id) references invitations (id, organization_id) on delete cascade
);
create index invitation_tokens_invitation_id_idx on invitation_tokens (invitation_id);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['invitations', 'invitation_tokens'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy in_organization on %I to linkshelf_app using (organization_id = current_organization_id())
      with check (organization_id = current_organization_id())', table_name);
  end loop;
end $$;
grant select, insert, update, delete on invitations to linkshelf_app;
grant select, insert, delete on invitation_tokens to linkshelf_app;

-- Lets the job that deletes old invitations find them in all organizations.
create policy for_jobs on invitations for select to linkshelf_jobs using (true);
create policy for_deletion_by_jobs on invitations for delete to linkshelf_jobs using (expires_at < now());

-- Announces the user whose membership ended, so that every api process closes the user's open streams.
create function announce_ended_membership() returns trigger language plpgsql as $$
begin
  perform pg_notify('membership_ended', old.user_id::text);
  return null;
end $$;
create trigger members_announce_end after delete on members for each row execute function announce_ended_membership();
