-- Icons of the sites that links lead to. Each organization has its own icons, so that a page can't choose what other
-- organizations see, and no organization learns which sites others link to.
create function link_site(target text, expanded_target text) returns text language sql immutable parallel safe return
  substring(coalesce(expanded_target, target) from '^https?://(?:www\.)?([^/?#]+)');

create table site_icons (
  organization_id uuid not null references organizations on delete cascade,
  site text not null, -- the result of link_site() for the links that lead to the site
  page_url text not null, -- the page that names the icon
  icon_url text, -- the icon's address that the page names; null if the page names no icon, or has not been read yet
  has_read_page boolean not null default false,
  is_requested boolean not null default false, -- whether a link was created a moment ago: the icon then comes first
  next_fetch_at timestamptz not null, -- infinity: not fetched until the page of a link is read again
  fetched_at timestamptz, -- time of the last attempt
  failure_count integer not null default 0, -- number of consecutive failures
  digest text unique, -- hash of the organization, the site and the picture, so that the file at an address never changes
  bytes bytea, -- PNG
  created_at timestamptz not null default now(),
  primary key (organization_id, site)
);
alter table site_icons alter column bytes set storage external; -- already compressed
create index site_icons_next_fetch_at_idx on site_icons (is_requested desc, next_fetch_at);

alter table site_icons enable row level security;
alter table site_icons force row level security;
create policy in_organization on site_icons to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
-- Lets jobs fetch icons for all organizations.
create policy for_jobs on site_icons to linkshelf_jobs using (true) with check (true);
grant select, insert, update on site_icons to linkshelf_app;
grant delete on site_icons to linkshelf_jobs;

-- Anyone who knows an icon's address may read the icon, because browsers request it without a token.
create function find_site_icon(given_digest text) returns bytea language sql stable security definer set search_path = public, pg_temp as $$
  select bytes from site_icons where digest = given_digest
$$;
revoke all on function find_site_icon from public;
grant execute on function find_site_icon to linkshelf_app;
-- FORCE also applies to the tables' owner, unless the owner is a superuser. The function reads as the owner, so the
-- owner needs this policy.
create policy of_table_owner on site_icons for select to current_user using (true);

-- Returns the sites of all links, with the address of one page per site. It returns them for all organizations, because
-- jobs find and delete icons across organizations.
create function list_link_sites() returns table (organization_id uuid, site text, page_url text)
language sql stable security definer set search_path = public, pg_temp as $$
  select organization_id, link_site(target, expanded_target), min(coalesce(expanded_target, target))
  from links where deleted_at is null group by 1, 2
$$;
revoke all on function list_link_sites from public;
grant execute on function list_link_sites to linkshelf_jobs;
create policy of_table_owner on links for select to current_user using (true);
