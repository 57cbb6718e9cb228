-- The sign-ins of each user, and the attempts that failed, which the profile shows for 90 days. No column identifies a
-- network.
create table sign_ins (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null,
  result text not null,
  methods text[] not null,
  device text,
  browser text,
  os text,
  country text
);
create index sign_ins_user_id_idx on sign_ins (user_id, at);
create index sign_ins_at_idx on sign_ins (at);
grant select, insert, delete on sign_ins to linkshelf_app;
