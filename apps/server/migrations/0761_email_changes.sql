-- Changes of accounts' email addresses. A change counts once a link sent to the new address was used. The row of a
-- confirmed change exists for seven days. During this time the former address can undo the change, and no other account
-- can get the former address.
create table email_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,
  session_uid text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  former_email text,
  is_undoable boolean not null default true,
  check ((confirmed_at is null) = (former_email is null))
);
create index email_changes_user_id_idx on email_changes (user_id);
create unique index email_changes_pending_key on email_changes (user_id) where confirmed_at is null;
create unique index email_changes_former_email_key on email_changes (lower(former_email));
create index email_changes_expires_at_idx on email_changes (expires_at);
grant select, insert, update, delete on email_changes to linkshelf_app;

-- Tokens of the emailed links that confirm or undo a change.
create table email_change_tokens (
  token_hash bytea primary key,
  change_id uuid not null references email_changes on delete cascade,
  purpose text not null check (purpose in ('confirm', 'undo')),
  expires_at timestamptz not null
);
create index email_change_tokens_change_id_idx on email_change_tokens (change_id);
grant select, insert, delete on email_change_tokens to linkshelf_app;

-- Rejects a former address of another account. It runs after the statement, because the statement may have waited in
-- the unique index for the change that makes the address a former one.
create function reject_former_address() returns trigger language plpgsql as $$
begin
  if exists (select from email_changes where lower(former_email) = lower(new.email) and user_id <> new.id) then
    raise unique_violation using constraint = 'users_former_email', message = 'the address was another account''s until recently';
  end if;
  return null;
end $$;
create trigger users_reject_former_address after insert or update of email on users
  for each row execute function reject_former_address();
