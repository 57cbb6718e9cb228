-- Written by `npm run schema`.

create table product_pictures (
  product_id       uuid  not null,
  organization_id  uuid  not null,
  digest           text  not null,
  format           text  not null  default 'jpg',
  constraint product_pictures_pkey primary key (product_id),
  constraint product_pictures_format_check check (format = any (array['png', 'jpg'])),
  constraint product_pictures_digest_fkey foreign key (digest) references uploads(digest) on delete cascade,
  constraint product_pictures_product_id_fkey foreign key (product_id) references products(id) on delete cascade
);

create index product_pictures_digest_idx on product_pictures (digest);

alter table product_pictures enable row level security;
alter table product_pictures force row level security;
create policy for_jobs on product_pictures for select to linkshelf_jobs
  using (true);
create policy for_visitors on product_pictures for select to linkshelf_edge
  using (true);
create policy in_organization on product_pictures to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on product_pictures to linkshelf_app;
grant select on product_pictures to linkshelf_edge;
