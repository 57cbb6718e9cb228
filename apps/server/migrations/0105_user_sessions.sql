-- The sessions in which users are signed in, one row per session of the identity provider. A row is written whenever
-- tokens are issued in the session. `uid` is the provider's id for the session. Tokens from a sign-in before
-- `signed_out_at` are void. `confirmed_at` protects a session when its user signs out everywhere else.
create table user_sessions (
  id uuid primary key,
  uid text not null unique,
  user_id uuid not null references users on delete cascade,
  device text,
  browser text,
  os text,
  country text,
  signed_in_at timestamptz not null,
  last_used_at timestamptz not null,
  confirmed_at timestamptz,
  signed_out_at timestamptz
);
create index user_sessions_user_id_idx on user_sessions (user_id);
grant select, insert, update, delete on user_sessions to linkshelf_app;
