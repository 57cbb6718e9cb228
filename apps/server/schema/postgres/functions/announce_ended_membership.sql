-- Written by `npm run schema`.

create function announce_ended_membership()
  returns trigger
  language plpgsql
as $$
begin
  perform pg_notify('membership_ended', old.user_id::text);
  return null;
end $$;
