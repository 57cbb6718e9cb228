-- A slug is unique across all organizations, forever. Deleting a link empties its row. Deleting its project deletes the
-- row, but never frees the slug.
create table links (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  slug text not null collate "C" unique,
  target text not null,
  title text,
  has_own_title boolean not null default false, -- whether the owner entered the title: then a page check does not overwrite it
  labels text[] not null default '{}',
  brand_logo text,
  is_archived boolean not null default false,
  is_pending boolean not null default true,
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- The text that the search on the links screen searches.
  search_text text generated always as (lower(slug || ' ' || target)) stored,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
-- The links screen: newest first within a project and archive state; the cursor is (created_at, id).
create index links_page_idx on links (project_id, is_archived, created_at desc, id desc) where deleted_at is null;

-- The number of links in a project, excluding deleted links. It is checked against the plan's limit.
create table link_counts (
  project_id uuid primary key,
  organization_id uuid not null,
  link_count integer not null check (link_count >= 0),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
alter table link_counts enable row level security;
alter table link_counts force row level security;
create policy in_organization on link_counts to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
grant select, insert, update, delete on link_counts to linkshelf_app;

alter table links enable row level security;
alter table links force row level security;
create policy in_organization on links to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
create policy for_visitors on links for select to linkshelf_edge using (true);

grant select, insert, update, delete on links to linkshelf_app;
grant select (id, organization_id, project_id, slug, target, deleted_at) on links to linkshelf_edge;

-- Every slug ever assigned. No row is ever deleted. The primary key decides which link gets a slug, even if another
-- project with the slug is being deleted concurrently.
create table slugs (slug text collate "C" primary key);
grant select on slugs to linkshelf_edge;

create function register_slug() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into slugs (slug) values (new.slug) on conflict do nothing;
  if not found then
    return null; -- the link is not inserted: the caller treats the slug as taken
  end if;
  return new;
end $$;
create trigger links_register_slug before insert on links for each row execute function register_slug();

-- Edges listen on this channel and invalidate the slug in their cache.
create function announce_link() returns trigger language plpgsql as $$
begin
  perform pg_notify('link_changed', coalesce(new.slug, old.slug));
  return null;
end $$;
create trigger links_announce_inserted after insert on links for each row execute function announce_link();
create trigger links_announce_updated after update of target, deleted_at on links for each row
  when (old.target is distinct from new.target or old.deleted_at is distinct from new.deleted_at) execute function announce_link();
create trigger links_announce_deleted after delete on links for each row execute function announce_link();
