-- Written by `npm run schema`.

create table invitations (
  id               uuid         not null,
  organization_id  uuid         not null,
  email            text         not null,
  role             text         not null,
  created_at       timestamptz  not null,
  invited_at       timestamptz  not null,
  expires_at       timestamptz  not null,
  accepted_at      timestamptz,
  accepted_by      uuid,
  revoked_at       timestamptz,
  invited_by       uuid,
  constraint invitations_pkey primary key (id),
  constraint invitations_id_organization_id_key unique (id, organization_id),
  constraint invitations_check check (accepted_at is null or revoked_at is null),
  constraint invitations_role_check check (role = any (array['owner', 'member', 'viewer'])),
  constraint invitations_accepted_by_fkey foreign key (accepted_by) references users(id) on delete set null,
  constraint invitations_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade
);

create index invitations_accepted_by_idx on invitations (accepted_by) where accepted_by is not null;
create index invitations_expires_at_idx on invitations (expires_at);
create unique index invitations_pending_key on invitations (organization_id, lower(email))
  where accepted_at is null and revoked_at is null;

alter table invitations enable row level security;
alter table invitations force row level security;
create policy for_deletion_by_jobs on invitations for delete to linkshelf_jobs
  using (expires_at < now());
create policy for_jobs on invitations for select to linkshelf_jobs
  using (true);
create policy in_organization on invitations to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on invitations to linkshelf_app;
