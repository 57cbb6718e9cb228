-- Adds the role of viewers, who can read but not write.
alter table members drop constraint members_role_check;
alter table members add constraint members_role_check check (role in ('owner', 'member', 'viewer'));
alter table invitations drop constraint invitations_role_check;
alter table invitations add constraint invitations_role_check check (role in ('owner', 'member', 'viewer'));

-- If an owner who created invitations or download addresses of archives loses the role, these become invalid. Both
-- columns are null for rows of an earlier release whose owner is not known. `invited_by` is not a foreign key to users,
-- because on the deletion of an account, a foreign key would be cleared before the trigger below reads the column.
alter table invitations add column invited_by uuid;
alter table data_export_downloads add column created_by uuid;
alter table data_export_downloads add foreign key (organization_id, created_by) references members (organization_id, user_id) on delete cascade;
create index data_export_downloads_created_by_idx on data_export_downloads (organization_id, created_by);

-- Row-level security is not forced during this migration, because FORCE also applies to the tables' owner, who runs the
-- migration, unless the owner is a superuser.
alter table invitations no force row level security;
alter table members no force row level security;
update invitations set invited_by = (
  select users.id from audit_log join users on users.id::text = audit_log.actor_id
  where audit_log.organization_id = invitations.organization_id and audit_log.entity_id = invitations.id::text
    and audit_log.action in ('member.invite', 'invitation.resend') and audit_log.actor_kind = 'user'
  order by audit_log.created_at desc, audit_log.id desc limit 1)
where accepted_at is null and revoked_at is null;
update invitations set revoked_at = now()
where accepted_at is null and revoked_at is null and invited_by is not null and not exists (
  select from members
  where members.organization_id = invitations.organization_id and members.user_id = invitations.invited_by and members.role = 'owner');
alter table invitations force row level security;
alter table members force row level security;

-- Uses a trigger, so that no statement can end the owner role and leave what the owner granted valid.
create function end_grants_of_owner() returns trigger language plpgsql as $$
begin
  update invitations set revoked_at = now()
  where organization_id = old.organization_id and invited_by = old.user_id and accepted_at is null and revoked_at is null;
  delete from data_export_downloads where organization_id = old.organization_id and created_by = old.user_id;
  return null;
end $$;
create trigger members_end_grants after delete on members for each row when (old.role = 'owner') execute function end_grants_of_owner();
create trigger members_end_grants_of_role after update of role on members for each row
  when (old.role = 'owner' and new.role <> 'owner') execute function end_grants_of_owner();
