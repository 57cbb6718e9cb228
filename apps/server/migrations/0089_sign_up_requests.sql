-- Sign-up forms whose confirmation email has not been sent yet. The payload of the email's job has only the row's id,
-- so that the queue stores neither a password hash nor a token.
create table sign_up_requests (
  id uuid primary key,
  email text not null,
  full_name text not null,
  password_hash text not null,
  expires_at timestamptz not null
);
grant select, insert, delete on sign_up_requests to linkshelf_app;
