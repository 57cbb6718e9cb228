-- When the user of a session last entered the password again after the sign-in, to confirm who they are.
alter table user_sessions add column reauthenticated_at timestamptz;
