-- Written by `npm run schema`.

create table used_passkey_challenges (
  challenge_hash  bytea        not null,
  expires_at      timestamptz  not null,
  constraint used_passkey_challenges_pkey primary key (challenge_hash)
);

grant select, insert, delete on used_passkey_challenges to linkshelf_app;
