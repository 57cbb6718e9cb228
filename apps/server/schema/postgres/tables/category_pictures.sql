-- Written by `npm run schema`.

create table category_pictures (
  category_id      uuid  not null,
  organization_id  uuid  not null,
  digest           text  not null,
  format           text  not null  default 'jpg',
  constraint category_pictures_pkey primary key (category_id),
  constraint category_pictures_format_check check (format = any (array['png', 'jpg'])),
  constraint category_pictures_category_id_fkey foreign key (category_id) references categories(id) on delete cascade,
  constraint category_pictures_digest_fkey foreign key (digest) references uploads(digest) on delete cascade
);

create index category_pictures_digest_idx on category_pictures (digest);

alter table category_pictures enable row level security;
alter table category_pictures force row level security;
create policy for_jobs on category_pictures for select to linkshelf_jobs
  using (true);
create policy for_visitors on category_pictures for select to linkshelf_edge
  using (true);
create policy in_organization on category_pictures to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on category_pictures to linkshelf_app;
grant select on category_pictures to linkshelf_edge;
