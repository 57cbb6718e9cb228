-- Resets of two-step sign-in, which users without phone and recovery codes request by email. At `due_at` a job turns
-- two-step sign-in off, unless somebody stopped the reset.
create table second_factor_resets (
  user_id uuid primary key references user_totp on delete cascade,
  requested_at timestamptz not null,
  due_at timestamptz not null
);
create index second_factor_resets_due_at_idx on second_factor_resets (due_at);
grant select, insert, delete on second_factor_resets to linkshelf_app;

-- Tokens of the emailed links that request or stop a reset.
create table second_factor_reset_tokens (
  token_hash bytea primary key,
  user_id uuid not null references user_totp on delete cascade,
  purpose text not null check (purpose in ('request', 'stop')),
  expires_at timestamptz not null
);
create index second_factor_reset_tokens_user_id_idx on second_factor_reset_tokens (user_id);
create index second_factor_reset_tokens_expires_at_idx on second_factor_reset_tokens (expires_at);
grant select, insert, delete on second_factor_reset_tokens to linkshelf_app;
