-- Passkeys of users. `credential_id` and `public_key` come from the user's authenticator. `public_key` is a COSE key.
create table user_passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  is_backup_eligible boolean not null,
  is_backed_up boolean not null,
  transports text[] not null,
  aaguid uuid not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create unique index user_passkeys_credential_id_key on user_passkeys (credential_id);
create index user_passkeys_user_id_idx on user_passkeys (user_id);
grant select, insert, update, delete on user_passkeys to linkshelf_app;
