-- An owner's settings for the affiliate programs of retailers. Edges read the settings of a link's project together
-- with the link.
create table integrations (
  organization_id uuid not null,
  project_id uuid not null,
  retailer text not null check (retailer in ('amazon', 'ebay', 'aliexpress')),
  account_id text not null, -- the owner's account id in the program, which is not part of any link
  settings jsonb not null,
  updated_at timestamptz not null,
  primary key (project_id, retailer),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);

alter table integrations enable row level security;
alter table integrations force row level security;
create policy in_organization on integrations to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
create policy for_visitors on integrations for select to linkshelf_edge using (true);
grant select, insert, update, delete on integrations to linkshelf_app;
grant select (project_id, retailer, settings) on integrations to linkshelf_edge;

-- Makes edges reload every link of the project. The announced text is no slug, because no slug has a colon.
create function announce_integration() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare changed text := 'project:' || coalesce(new.project_id, old.project_id);
begin
  insert into link_changes (slug) values (changed);
  perform pg_notify('link_changed', changed);
  return null;
end $$;
create trigger integrations_announce after insert or update or delete on integrations for each row execute function announce_integration();

-- False if the link is used without the owner's affiliate tag, for example in emails and print.
alter table links add column is_affiliated boolean not null default true;
grant select (is_affiliated) on links to linkshelf_edge;

drop trigger links_announce_updated on links;
create trigger links_announce_updated after update of target, deleted_at, is_affiliated on links for each row
  when ((old.target, old.deleted_at, old.is_affiliated) is distinct from (new.target, new.deleted_at, new.is_affiliated))
  execute function announce_link();
drop trigger links_increment_revision on links;
create trigger links_increment_revision before update of target, deleted_at, is_affiliated on links for each row
  when ((old.target, old.deleted_at, old.is_affiliated) is distinct from (new.target, new.deleted_at, new.is_affiliated))
  execute function increment_link_revision();
