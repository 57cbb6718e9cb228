-- Written by `npm run schema`.

create table second_factor_resets (
  user_id       uuid         not null,
  requested_at  timestamptz  not null,
  due_at        timestamptz  not null,
  constraint second_factor_resets_pkey primary key (user_id),
  constraint second_factor_resets_user_id_fkey foreign key (user_id) references user_totp(user_id) on delete cascade
);

create index second_factor_resets_due_at_idx on second_factor_resets (due_at);

grant select, insert, delete on second_factor_resets to linkshelf_app;
