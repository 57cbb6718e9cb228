-- Written by `npm run schema`.

create table second_factor_reset_tokens (
  token_hash  bytea        not null,
  user_id     uuid         not null,
  purpose     text         not null,
  expires_at  timestamptz  not null,
  constraint second_factor_reset_tokens_pkey primary key (token_hash),
  constraint second_factor_reset_tokens_purpose_check check (purpose = any (array['request', 'stop'])),
  constraint second_factor_reset_tokens_user_id_fkey foreign key (user_id)
    references user_totp(user_id) on delete cascade
);

create index second_factor_reset_tokens_expires_at_idx on second_factor_reset_tokens (expires_at);
create index second_factor_reset_tokens_user_id_idx on second_factor_reset_tokens (user_id);

grant select, insert, delete on second_factor_reset_tokens to linkshelf_app;
