-- Written by `npm run schema`.

create table sign_in_links (
  token_hash  bytea        not null,
  user_id     uuid         not null,
  expires_at  timestamptz  not null,
  constraint sign_in_links_pkey primary key (token_hash),
  constraint sign_in_links_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index sign_in_links_user_id_idx on sign_in_links (user_id);

grant select, insert, delete on sign_in_links to linkshelf_app;
