-- Featured links as cards: a second line, and a picture from the owner or from the page that the link leads to. Links
-- that are already featured stay buttons.
alter table featured_links
  add column subtitle text,
  add column image_url text,
  add column has_thumbnail boolean not null default false;

-- The picture of the page that a featured link leads to. A job fetches it. It is stored as an upload.
create table link_thumbnails (
  link_id uuid primary key references links on delete cascade,
  organization_id uuid not null,
  project_id uuid not null,
  target text not null, -- the destination of which this is the picture; if the link has another destination now, the row is void
  state text not null check (state in ('pending', 'ready', 'missing')),
  image_url text,
  failure_count integer not null default 0,
  fetched_at timestamptz,
  next_fetch_at timestamptz not null,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index link_thumbnails_project_id_idx on link_thumbnails (project_id);
create index link_thumbnails_next_fetch_at_idx on link_thumbnails (next_fetch_at);
alter table link_thumbnails enable row level security;
alter table link_thumbnails force row level security;
create policy in_organization on link_thumbnails to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
-- Lets the job find due thumbnails in all organizations.
create policy for_jobs on link_thumbnails to linkshelf_jobs using (true) with check (true);
create policy for_visitors on link_thumbnails for select to linkshelf_edge using (true);
grant select, insert, update, delete on link_thumbnails to linkshelf_app;
grant select, update on link_thumbnails to linkshelf_jobs;
grant select on link_thumbnails to linkshelf_edge;

create function fetch_thumbnail_again() returns trigger language plpgsql as $$
begin
  update link_thumbnails set next_fetch_at = now(), failure_count = 0 where link_id = new.id;
  return null;
end $$;
create trigger links_fetch_thumbnail after update of target on links for each row
  when (old.target is distinct from new.target) execute function fetch_thumbnail_again();

alter table outward_requests drop constraint outward_requests_kind_check;
alter table outward_requests add check (kind in ('page', 'icon', 'health', 'follow', 'thumbnail'));
