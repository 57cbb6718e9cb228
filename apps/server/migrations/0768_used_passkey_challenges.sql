-- Challenges that a passkey has answered, until they expire. So no answer is accepted twice.
create table used_passkey_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
grant select, insert, delete on used_passkey_challenges to linkshelf_app;

-- A restore must not bring back a passkey that was removed since the back-up.
create trigger user_passkeys_record_erasure after delete on user_passkeys for each row
  execute function record_erased_row('passkey', 'id');
