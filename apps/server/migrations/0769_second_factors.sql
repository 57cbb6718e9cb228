-- The keys of users' authenticator apps. A key is encrypted with the operator's IDENTITY_SECRET. A code counts for one
-- step of 30 seconds, and only codes of steps after `last_used_step` are accepted.
create table user_totp (
  user_id uuid primary key references users on delete cascade,
  secret text not null,
  encrypted_with text not null,
  confirmed_at timestamptz not null,
  last_used_step integer not null
);
grant select, insert, update, delete on user_totp to linkshelf_app;

-- The hashes of recovery codes that were not used.
create table recovery_codes (
  user_id uuid not null references user_totp on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
grant select, insert, delete on recovery_codes to linkshelf_app;
