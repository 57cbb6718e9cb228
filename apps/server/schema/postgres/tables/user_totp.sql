-- Written by `npm run schema`.

create table user_totp (
  user_id         uuid         not null,
  secret          text         not null,
  encrypted_with  text         not null,
  confirmed_at    timestamptz  not null,
  last_used_step  integer      not null,
  constraint user_totp_pkey primary key (user_id),
  constraint user_totp_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

grant select, insert, update, delete on user_totp to linkshelf_app;

create trigger user_totp_announce_end after delete on user_totp
  for each row
  execute function announce_ended_membership();

-- The function announce_ended_membership is in functions/announce_ended_membership.sql.
