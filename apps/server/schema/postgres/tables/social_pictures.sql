-- Written by `npm run schema`.

create table social_pictures (
  store_id         uuid  not null,
  organization_id  uuid  not null,
  digest           text  not null,
  format           text  not null  default 'png',
  constraint social_pictures_pkey primary key (store_id),
  constraint social_pictures_format_check check (format = any (array['png', 'jpg'])),
  constraint social_pictures_digest_fkey foreign key (digest) references uploads(digest) on delete cascade,
  constraint social_pictures_store_id_fkey foreign key (store_id) references stores(id) on delete cascade
);

create index social_pictures_digest_idx on social_pictures (digest);

alter table social_pictures enable row level security;
alter table social_pictures force row level security;
create policy for_jobs on social_pictures for select to linkshelf_jobs
  using (true);
create policy for_visitors on social_pictures for select to linkshelf_edge
  using (true);
create policy in_organization on social_pictures to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on social_pictures to linkshelf_app;
grant select on social_pictures to linkshelf_edge;
