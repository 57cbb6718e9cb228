-- The address to which a short URL of another service leads. A request in the background finds it. The destination that
-- the owner entered is never rewritten.
alter table links add column expanded_target text;
grant select (expanded_target) on links to linkshelf_edge;

create function forget_link_expansion() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.expanded_target := null;
  return new;
end $$;
create trigger links_forget_expansion before update of target on links for each row
  when (old.target is distinct from new.target) execute function forget_link_expansion();

drop trigger links_increment_revision on links;
create trigger links_increment_revision before update of target, expanded_target, deleted_at, is_affiliated, shops, has_choice_page on links for each row
  when ((old.target, old.expanded_target, old.deleted_at, old.is_affiliated, old.shops, old.has_choice_page)
    is distinct from (new.target, new.expanded_target, new.deleted_at, new.is_affiliated, new.shops, new.has_choice_page))
  execute function increment_link_revision();

drop trigger links_announce_updated on links;
create trigger links_announce_updated
  after update of target, expanded_target, deleted_at, is_affiliated, shops, has_choice_page, title on links for each row
  when ((old.target, old.expanded_target, old.deleted_at, old.is_affiliated, old.shops, old.has_choice_page, old.title)
    is distinct from (new.target, new.expanded_target, new.deleted_at, new.is_affiliated, new.shops, new.has_choice_page, new.title))
  execute function announce_link();

-- Enqueues a request for each existing short URL of a retailer, one per second, to find where it leads. Row-level
-- security is not forced during this migration, because FORCE also applies to the table's owner, who runs the
-- migration, unless the owner is a superuser.
alter table links no force row level security;
do $$
begin
  perform enqueue_job(
    'check-page', json_build_object('organizationId', organization_id, 'projectId', project_id, 'linkId', id), 'check-page:' || id,
    now() + row_number() over (order by id) * interval '1 second')
  from links
  where deleted_at is null
    and target ~ '^https?://(www\.)?(amzn\.(to|eu|asia|in|com)|a\.co|amzlink\.to|ebay\.(us|to|gg)|(s\.click|a)\.aliexpress\.com/(e/)?_)';
end $$;
alter table links force row level security;
