-- Written by `npm run schema`.

create table members (
  organization_id  uuid         not null,
  user_id          uuid         not null,
  role             text         not null,
  created_at       timestamptz  not null  default now(),
  group_issuer     text,
  constraint members_pkey primary key (organization_id, user_id),
  constraint members_role_check check (role = any (array['owner', 'member', 'viewer'])),
  constraint members_organization_id_fkey foreign key (organization_id) references organizations(id) on delete cascade,
  constraint members_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index members_user_id_idx on members (user_id);

alter table members enable row level security;
alter table members force row level security;
create policy for_jobs on members for select to linkshelf_jobs
  using (true);
create policy in_organization on members to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_person on members for select to linkshelf_app
  using (user_id = current_user_id());

grant select, insert, update, delete on members to linkshelf_app;

create trigger members_announce_end after delete on members for each row execute function announce_ended_membership();
create trigger members_end_grants after delete on members
  for each row
  when (old.role = 'owner')
  execute function end_grants_of_owner();
create trigger members_end_grants_of_role after update of role on members
  for each row
  when (old.role = 'owner' and new.role <> 'owner')
  execute function end_grants_of_owner();
create trigger members_record_erasure after delete on members
  for each row
  execute function record_erased_row('member', 'organization_id', 'user_id');

-- The function announce_ended_membership is in functions/announce_ended_membership.sql.

create function end_grants_of_owner()
  returns trigger
  language plpgsql
as $$
begin
  update invitations set revoked_at = now()
  where organization_id = old.organization_id and invited_by = old.user_id and accepted_at is null and revoked_at is null;
  delete from data_export_downloads where organization_id = old.organization_id and created_by = old.user_id;
  return null;
end $$;

-- The function record_erased_row is in functions/record_erased_row.sql.
