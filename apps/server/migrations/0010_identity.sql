-- What the identity provider remembers. None of it belongs to an organization, so none of it is a tenant's table.

-- Sessions and tokens that began before this instant are void, whatever else still says so.
alter table users add column signed_out_at timestamptz;

-- Sessions, grants, codes, refresh tokens and interactions of the provider. `key` is the SHA-256 of the secret a browser holds.
create table identity_state (
  kind text not null,
  key bytea not null,
  payload jsonb not null,
  session_uid text,
  grant_id text,
  user_id uuid references users on delete cascade,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (kind, key)
);
create index identity_state_session_uid_idx on identity_state (session_uid) where kind = 'Session';
create index identity_state_grant_id_idx on identity_state (grant_id) where grant_id is not null;
create index identity_state_user_id_idx on identity_state (user_id) where user_id is not null;
create index identity_state_expires_at_idx on identity_state (expires_at);

-- Secrets made at the first start: keys that sign tokens, keys that sign cookies, and the one that blinds what is throttled.
create table identity_keys (
  id uuid primary key,
  purpose text not null check (purpose in ('tokens', 'cookies', 'throttling')),
  secret text not null,
  created_at timestamptz not null,
  -- a key that was replaced is still believed until then
  retires_at timestamptz
);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user_id_idx on password_resets (user_id);

-- People who still have to show that an address is theirs.
create table pending_sign_ups (
  token_hash bytea primary key,
  email text not null,
  full_name text not null,
  password_hash text not null,
  expires_at timestamptz not null
);

-- Tries in a window of time, by a keyed hash of who or what tried. Losing it in a crash costs nothing worth a disk write.
create unlogged table throttles (
  key bytea primary key,
  window_ms integer not null,
  window_started_at timestamptz not null,
  tries integer not null,
  tries_before integer not null
);

grant select, insert, update, delete on identity_state, identity_keys, password_resets, pending_sign_ups, throttles to linkshelf_app;
