-- Written by `npm run schema`.

create table featured_links (
  organization_id  uuid         not null,
  project_id       uuid         not null,
  store_id         uuid         not null,
  link_id          uuid         not null,
  title            text         not null,
  is_ad            boolean      not null,
  show_from        timestamptz,
  show_until       timestamptz,
  rank             integer      not null,
  subtitle         text,
  image_url        text,
  has_thumbnail    boolean      not null  default false,
  constraint featured_links_pkey primary key (store_id, link_id),
  constraint featured_links_check check (show_until > show_from),
  constraint featured_links_link_id_fkey foreign key (link_id) references links(id) on delete cascade,
  constraint featured_links_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade,
  constraint featured_links_store_id_fkey foreign key (store_id) references stores(id) on delete cascade
);

create index featured_links_link_id_idx on featured_links (link_id);

alter table featured_links enable row level security;
alter table featured_links force row level security;
create policy for_visitors on featured_links for select to linkshelf_edge
  using (true);
create policy in_organization on featured_links to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on featured_links to linkshelf_app;
grant select on featured_links to linkshelf_edge;
