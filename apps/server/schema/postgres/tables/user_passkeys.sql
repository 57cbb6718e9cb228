-- Written by `npm run schema`.

create table user_passkeys (
  id                  uuid         not null,
  user_id             uuid         not null,
  credential_id       bytea        not null,
  public_key          bytea        not null,
  counter             bigint       not null,
  is_backup_eligible  boolean      not null,
  is_backed_up        boolean      not null,
  transports          text[]       not null,
  aaguid              uuid         not null,
  name                text         not null,
  created_at          timestamptz  not null,
  last_used_at        timestamptz,
  constraint user_passkeys_pkey primary key (id),
  constraint user_passkeys_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create unique index user_passkeys_credential_id_key on user_passkeys (credential_id);
create index user_passkeys_user_id_idx on user_passkeys (user_id);

grant select, insert, update, delete on user_passkeys to linkshelf_app;

create trigger user_passkeys_announce_end after delete on user_passkeys
  for each row
  execute function announce_ended_membership();
create trigger user_passkeys_record_erasure after delete on user_passkeys
  for each row
  execute function record_erased_row('passkey', 'id');

-- The function announce_ended_membership is in functions/announce_ended_membership.sql.

-- The function record_erased_row is in functions/record_erased_row.sql.
