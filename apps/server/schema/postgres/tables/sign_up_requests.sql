-- Written by `npm run schema`.

create table sign_up_requests (
  id             uuid         not null,
  email          text         not null,
  full_name      text         not null,
  password_hash  text         not null,
  expires_at     timestamptz  not null,
  constraint sign_up_requests_pkey primary key (id)
);

grant select, insert, delete on sign_up_requests to linkshelf_app;
