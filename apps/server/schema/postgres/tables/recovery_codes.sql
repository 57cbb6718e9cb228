-- Written by `npm run schema`.

create table recovery_codes (
  user_id    uuid   not null,
  code_hash  bytea  not null,
  constraint recovery_codes_pkey primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references user_totp(user_id) on delete cascade
);

grant select, insert, delete on recovery_codes to linkshelf_app;
