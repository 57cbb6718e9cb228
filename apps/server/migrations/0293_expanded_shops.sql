-- The addresses to which the short URLs among a link's shops lead, keyed by short URL. `expanded_target` has the
-- address for the link's own destination.
alter table links add column expanded_shops jsonb not null default '{}';
grant select (expanded_shops) on links to linkshelf_edge;

drop trigger links_increment_revision on links;
create trigger links_increment_revision
  before update of target, expanded_target, deleted_at, is_affiliated, shops, expanded_shops, has_choice_page on links for each row
  when ((old.target, old.expanded_target, old.deleted_at, old.is_affiliated, old.shops, old.expanded_shops, old.has_choice_page)
    is distinct from (new.target, new.expanded_target, new.deleted_at, new.is_affiliated, new.shops, new.expanded_shops, new.has_choice_page))
  execute function increment_link_revision();

drop trigger links_announce_updated on links;
create trigger links_announce_updated
  after update of target, expanded_target, deleted_at, is_affiliated, shops, expanded_shops, has_choice_page, title on links for each row
  when ((old.target, old.expanded_target, old.deleted_at, old.is_affiliated, old.shops, old.expanded_shops, old.has_choice_page, old.title)
    is distinct from (new.target, new.expanded_target, new.deleted_at, new.is_affiliated, new.shops, new.expanded_shops, new.has_choice_page, new.title))
  execute function announce_link();

-- Enqueues requests for the existing links whose shops have short URLs of retailers, one link per second, to find where
-- the short URLs lead. Row-level security is not forced during this migration, because FORCE also applies to the
-- table's owner, who runs the migration, unless the owner is a superuser.
alter table links no force row level security;
do $$
begin
  perform enqueue_job(
    'check-page', json_build_object('organizationId', organization_id, 'projectId', project_id, 'linkId', id), 'check-page:' || id,
    now() + row_number() over (order by id) * interval '1 second')
  from links
  where deleted_at is null and exists (
    select from jsonb_array_elements(shops) as shop
    where shop ->> 'target' ~ '^https?://(www\.)?(amzn\.(to|eu|asia|in|com)|a\.co|amzlink\.to|ebay\.(us|to|gg)|(s\.click|a)\.aliexpress\.com/(e/)?_)');
end $$;
alter table links force row level security;

-- The shops of a link before and after a run. Null unless the run changed one of them.
alter table amazon_migration_links add column shops_before jsonb, add column shops_after jsonb;
