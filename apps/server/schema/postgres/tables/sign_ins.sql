-- Written by `npm run schema`.

create table sign_ins (
  id       uuid         not null,
  user_id  uuid         not null,
  at       timestamptz  not null,
  result   text         not null,
  methods  text[]       not null,
  device   text,
  browser  text,
  os       text,
  country  text,
  constraint sign_ins_pkey primary key (id),
  constraint sign_ins_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index sign_ins_at_idx on sign_ins (at);
create index sign_ins_user_id_idx on sign_ins (user_id, at);

grant select, insert, delete on sign_ins to linkshelf_app;
