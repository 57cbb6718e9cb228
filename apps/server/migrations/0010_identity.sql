-- State of the identity provider. None of it belongs to an organization, so these are not tenant tables.

-- Sessions and tokens of the user that began before this instant are invalid.
alter table users add column signed_out_at timestamptz;

-- Sessions, grants, codes, refresh tokens and interactions of the provider. `key` is the SHA-256 of the secret that the
-- browser stores.
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

-- Secrets created at the first start: keys that sign tokens, keys that sign cookies, and the key for hashes in
-- `throttles`.
create table identity_keys (
  id uuid primary key,
  purpose text not null check (purpose in ('tokens', 'cookies', 'throttling')),
  secret text not null,
  created_at timestamptz not null,
  -- A replaced key is accepted until this time.
  retires_at timestamptz
);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user_id_idx on password_resets (user_id);

-- Sign-ups of users who have not confirmed their email address yet.
create table pending_sign_ups (
  token_hash bytea primary key,
  email text not null,
  full_name text not null,
  password_hash text not null,
  expires_at timestamptz not null
);

-- Attempts within a time window, by a keyed hash of the account or address. The table is unlogged, because no harm is
-- done if a crash empties it.
create unlogged table throttles (
  key bytea primary key,
  window_ms integer not null,
  window_started_at timestamptz not null,
  tries integer not null,
  tries_before integer not null
);

grant select, insert, update, delete on identity_state, identity_keys, password_resets, pending_sign_ups, throttles to linkshelf_app;
