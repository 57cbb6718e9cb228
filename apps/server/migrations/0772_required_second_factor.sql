-- Whether an owner requires a second factor from all members.
alter table organizations add column second_factor_required boolean not null default false;

-- Ends the members' open streams in every api process when a second factor becomes required. Streams of members who
-- have a second factor connect again.
create function announce_required_second_factor() returns trigger language plpgsql as $$
begin
  perform pg_notify('membership_ended', user_id::text) from members where organization_id = new.id;
  return null;
end $$;
create trigger organizations_announce_second_factor after update of second_factor_required on organizations for each row
  when (new.second_factor_required and not old.second_factor_required) execute function announce_required_second_factor();

-- Ends the open streams of a user who removed a second factor, because an organization may require it.
create trigger user_totp_announce_end after delete on user_totp for each row execute function announce_ended_membership();
create trigger user_passkeys_announce_end after delete on user_passkeys for each row execute function announce_ended_membership();
