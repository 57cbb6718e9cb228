-- Written by `npm run schema`.

create table links (
  id               uuid              not null,
  organization_id  uuid              not null,
  project_id       uuid              not null,
  slug             text collate "C"  not null,
  target           text              not null,
  title            text,
  has_own_title    boolean           not null  default false,
  labels           text[]            not null  default '{}'::text[],
  brand_logo       text,
  is_archived      boolean           not null  default false,
  is_pending       boolean           not null  default true,
  created_at       timestamptz       not null,
  deleted_at       timestamptz,
  revision         integer           not null  default 1,
  is_affiliated    boolean           not null  default true,
  shops            jsonb             not null  default '[]'::jsonb,
  has_choice_page  boolean           not null  default false,
  expanded_target  text,
  notes            text,
  search_text      text
    generated always as (lower((((((slug || ' ') || target) || ' ') || coalesce(title, '')) || ' ') || coalesce(notes,
      ''))) stored,
  expanded_shops   jsonb             not null  default '{}'::jsonb,
  page_kind        text,
  page_id          uuid,
  domain_id        uuid,
  address_id       uuid,
  taken_slug       text collate "C",
  constraint links_pkey primary key (id),
  constraint links_check check ((page_kind is null) = (page_id is null)),
  constraint links_page_kind_check check (page_kind = any (array['store', 'product'])),
  constraint links_domain_id_organization_id_fkey foreign key (domain_id, organization_id)
    references domains(id, organization_id) on delete cascade,
  constraint links_organization_id_fkey foreign key (organization_id) references organizations(id) on delete cascade,
  constraint links_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

create unique index links_address_key on links (slug, domain_id) nulls not distinct;
create index links_deleted_idx on links (project_id, deleted_at, id) where deleted_at is not null and target <> '';
create index links_domain_id_idx on links (domain_id) where domain_id is not null;
create index links_domain_page_idx on links (project_id, domain_id, is_archived, created_at desc, id desc)
  where deleted_at is null and domain_id is not null;
create index links_erasable_idx on links (deleted_at) where deleted_at is not null and target <> '';
create unique index links_id_project_id_idx on links (id, project_id);
create index links_name_idx on links (project_id, is_archived, link_sort_name(title, target), id)
  where deleted_at is null;
create index links_page_id_idx on links (project_id, page_id) where page_id is not null;
create index links_page_idx on links (project_id, is_archived, created_at desc, id desc) where deleted_at is null;
create index links_project_id_idx on links (project_id, id) where deleted_at is null;
create index links_search_idx on links using gin (project_id, search_text gin_trgm_ops, labels) with (fastupdate=off)
  where deleted_at is null;
create index links_slug_start_idx on links (project_id, is_archived, "left"(search_text, 64) collate "C")
  where deleted_at is null;
create index links_target_idx on links (project_id, target) where deleted_at is null;
create index links_title_idx on links (project_id, is_archived, lower("left"(title, 100)) collate "C")
  where deleted_at is null;

alter table links enable row level security;
alter table links force row level security;
create policy for_jobs on links for select to linkshelf_jobs
  using (deleted_at is not null and target <> '');
create policy for_search on links for select to linkshelf_search
  using (true);
create policy for_visitors on links for select to linkshelf_edge
  using (true);
create policy in_organization on links to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_table_owner on links for select to current_user
  using (true);

grant select, insert, update, delete on links to linkshelf_app;
grant select (id, organization_id, project_id, slug, target, title, deleted_at, revision, is_affiliated, shops,
  has_choice_page, expanded_target, expanded_shops, page_kind, page_id, domain_id) on links
  to linkshelf_edge;
grant select (id, organization_id, project_id, title, labels, is_archived, created_at, deleted_at, search_text,
  domain_id) on links
  to linkshelf_search;

create trigger links_announce_deleted after delete on links for each row execute function announce_link();
create trigger links_announce_inserted after insert on links for each row execute function announce_link();
create trigger links_announce_moved after update of slug, domain_id on links
  for each row
  when (old.slug is distinct from new.slug or old.domain_id is distinct from new.domain_id)
  execute function announce_link();
create trigger links_announce_updated after update of target, expanded_target, deleted_at, is_affiliated, shops,
  expanded_shops, has_choice_page, title on links
  for each row
  when (old.target is distinct from new.target or old.expanded_target is distinct from new.expanded_target
    or old.deleted_at is distinct from new.deleted_at or old.is_affiliated is distinct from new.is_affiliated
    or old.shops is distinct from new.shops or old.expanded_shops is distinct from new.expanded_shops
    or old.has_choice_page is distinct from new.has_choice_page or old.title is distinct from new.title)
  execute function announce_link();
create trigger links_delete_qr_code after update of target on links
  for each row
  when (new.deleted_at is not null and old.target <> '' and new.target = '')
  execute function delete_qr_code_of_link();
create trigger links_fetch_thumbnail after update of target on links
  for each row
  when (old.target is distinct from new.target)
  execute function fetch_thumbnail_again();
create trigger links_follow_inserted after insert on links for each row execute function follow_link();
create trigger links_follow_updated after update of target, deleted_at, is_archived on links
  for each row
  execute function follow_link();
create trigger links_forget_expansion before update of target on links
  for each row
  when (old.target is distinct from new.target)
  execute function forget_link_expansion();
create trigger links_hold_restored_slug after update of deleted_at on links
  for each row
  when (old.deleted_at is not null and new.deleted_at is null)
  execute function hold_slug_of_restored_link();
create trigger links_increment_revision before update of target, expanded_target, deleted_at, is_affiliated, shops,
  expanded_shops, has_choice_page on links
  for each row
  when (old.target is distinct from new.target or old.expanded_target is distinct from new.expanded_target
    or old.deleted_at is distinct from new.deleted_at or old.is_affiliated is distinct from new.is_affiliated
    or old.shops is distinct from new.shops or old.expanded_shops is distinct from new.expanded_shops
    or old.has_choice_page is distinct from new.has_choice_page)
  execute function increment_link_revision();
create trigger links_leave_address_to_page before insert on links
  for each row
  when (new.domain_id is not null)
  execute function leave_address_to_page();
create trigger links_leave_moved_to_page before update of slug, domain_id on links
  for each row
  when (new.domain_id is not null and (old.slug is distinct from new.slug
    or old.domain_id is distinct from new.domain_id))
  execute function leave_address_to_page();
create trigger links_move_slug before update of slug, domain_id on links
  for each row
  when (new.deleted_at is null and (old.slug is distinct from new.slug or old.domain_id is distinct from new.domain_id))
  execute function move_slug();
create trigger links_record_address after insert on links for each row execute function record_address();
create trigger links_record_erased_content after update of target on links
  for each row
  when (old.target <> '' and new.target = '')
  execute function record_erased_row('erased_link', 'id');
create trigger links_record_erasure after update of deleted_at on links
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function record_erased_row('link', 'id');
create trigger links_record_moved after update of slug, domain_id on links
  for each row
  when (old.slug is distinct from new.slug or old.domain_id is distinct from new.domain_id)
  execute function record_address();
create trigger links_record_restoration after update of deleted_at on links
  for each row
  when (old.deleted_at is not null and new.deleted_at is null)
  execute function record_erased_row('restored_link', 'id');
create trigger links_register_slug before insert on links for each row execute function register_slug();
create trigger links_take_slug before insert on links
  for each row
  when (current_setting('linkshelf.takes_released_slugs', true) = 'on')
  execute function take_slug_of_deleted_link();

create function announce_link()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
declare
  address text;
begin
  if tg_op = 'INSERT' then
    perform pg_notify('link_changed', link_address(new.domain_id, new.slug));
    return null;
  end if;
  perform announce_address(link_address(old.domain_id, old.slug));
  if tg_op = 'UPDATE' and (old.slug, old.domain_id) is distinct from (new.slug, new.domain_id) then
    perform pg_notify('link_changed', link_address(new.domain_id, new.slug));
  end if;
  for address in select slug from slugs where alias_of = old.id loop
    perform announce_address(address);
  end loop;
  return null;
end $$;

create function delete_qr_code_of_link()
  returns trigger
  language plpgsql
as $$
begin
  delete from qr_codes
  where organization_id = old.organization_id and project_id = old.project_id and subject_kind = 'link' and subject_id = old.id;
  return null;
end $$;

create function fetch_thumbnail_again()
  returns trigger
  language plpgsql
as $$
begin
  update link_thumbnails set next_fetch_at = now(), failure_count = 0 where link_id = new.id;
  return null;
end $$;

create function follow_link()
  returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into link_checks (link_id, organization_id, project_id, target, is_archived, next_check_at)
    values (new.id, new.organization_id, new.project_id, new.target, new.is_archived, now());
  elsif new.deleted_at is not null then
    delete from link_checks where link_id = new.id;
  elsif old.deleted_at is not null then
    insert into link_checks (link_id, organization_id, project_id, target, is_archived, is_requested, next_check_at)
    values (new.id, new.organization_id, new.project_id, new.target, new.is_archived, true, now());
  elsif new.target is distinct from old.target and current_setting('linkshelf.has_same_page', true) = 'on' then
    update link_checks set target = new.target, page_url = null, request_url = null, host = null, hop_count = 0, needs_body = false
    where link_id = new.id;
  elsif new.target is distinct from old.target then
    update link_checks set target = new.target, status = 'unchecked', reason = null, checked_at = null, failing_since = null, retry_count = 0,
      redirected_to = null, page_url = null, request_url = null, host = null, hop_count = 0, needs_body = false, is_requested = true,
      next_check_at = now()
    where link_id = new.id;
  end if;
  if tg_op = 'UPDATE' and new.is_archived <> old.is_archived then
    update link_checks set is_archived = new.is_archived where link_id = new.id;
  end if;
  return null;
end $$;

create function forget_link_expansion()
  returns trigger
  language plpgsql
  set search_path to 'public', 'pg_temp'
as $$
begin
  new.expanded_target := null;
  return new;
end $$;

create function hold_slug_of_restored_link()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
begin
  update slugs set released_to = null where slug = link_address(new.domain_id, new.slug) and released_to is not null and not is_lost;
  return null;
end $$;

create function increment_link_revision()
  returns trigger
  language plpgsql
  set search_path to 'public', 'pg_temp'
as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;

-- The function leave_address_to_page is in functions/leave_address_to_page.sql.

create function move_slug()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
declare
  address constant text := link_address(new.domain_id, new.slug);
begin
  insert into slugs (slug, alias_id) values (address, new.address_id)
  on conflict (slug) do update set alias_id = new.address_id, alias_of = null, released_to = null, is_lost = false
  where slugs.alias_of = new.id or slugs.is_lost and slugs.released_to = new.organization_id;
  if not found then
    return null; -- the link is not updated: the caller treats the slug as taken
  end if;
  perform announce_address(address); -- edges may have cached that the address is gone
  perform set_config('linkshelf.left_address', link_address(old.domain_id, old.slug), true);
  return new;
end $$;

-- The function record_address is in functions/record_address.sql.

-- The function record_erased_row is in functions/record_erased_row.sql.

create function register_slug()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
declare
  address constant text := link_address(new.domain_id, new.slug);
begin
  insert into slugs (slug, alias_id) values (address, new.address_id) on conflict (slug) do nothing;
  if not found then
    update slugs set released_to = null, is_lost = false, alias_id = new.address_id
    where slug = address and released_to = new.organization_id
      and (is_lost or current_setting('linkshelf.takes_released_slugs', true) = 'on');
    if not found then
      return null; -- the link is not inserted: the caller treats the slug as taken
    end if;
    perform announce_address(address); -- edges may have cached that the address is gone
  end if;
  return new;
end $$;

create function take_slug_of_deleted_link()
  returns trigger
  language plpgsql
as $$
begin
  update links set taken_slug = slug, slug = '~' || id
  where organization_id = new.organization_id and slug = new.slug and domain_id is not distinct from new.domain_id and deleted_at is not null;
  return new;
end $$;
