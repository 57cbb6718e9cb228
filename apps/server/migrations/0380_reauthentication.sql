-- When the user of a session last confirmed who they are after the sign-in.
alter table user_sessions add column reauthenticated_at timestamptz;
