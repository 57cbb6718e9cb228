-- Written by `npm run schema`.

create table product_links (
  organization_id  uuid     not null,
  project_id       uuid     not null,
  product_id       uuid     not null,
  link_id          uuid     not null,
  rank             integer  not null,
  constraint product_links_pkey primary key (product_id, link_id),
  constraint product_links_link_id_fkey foreign key (link_id) references links(id) on delete cascade,
  constraint product_links_product_id_project_id_fkey foreign key (product_id, project_id)
    references products(id, project_id) on delete cascade
);

create index product_links_link_id_idx on product_links (link_id);

alter table product_links enable row level security;
alter table product_links force row level security;
create policy for_visitors on product_links for select to linkshelf_edge
  using (true);
create policy in_organization on product_links to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on product_links to linkshelf_app;
grant select on product_links to linkshelf_edge;
