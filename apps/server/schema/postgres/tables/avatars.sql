-- Written by `npm run schema`.

create table avatars (
  digest   text     not null,
  side     integer  not null,
  user_id  uuid     not null,
  bytes    bytea    not null,
  constraint avatars_pkey primary key (digest, side),
  constraint avatars_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

alter table avatars alter column bytes set storage external;

create index avatars_user_id_idx on avatars (user_id);

grant select, insert, delete on avatars to linkshelf_app;
