create policy for_jobs on links for select to linkshelf_jobs using (deleted_at is not null and target <> '');

-- The slug that a deleted link had until another link got it. Null for other links. The link gets a new slug when it is
-- restored, and until then a placeholder that no link can have.
alter table links add column taken_slug text collate "C";

-- A new link can get the slug of a deleted link if the slug was released to its organization. The deleted link then
-- gives up the slug, because a slug belongs to one row.
create function take_slug_of_deleted_link() returns trigger language plpgsql as $$
begin
  update links set taken_slug = slug, slug = '~' || id
  where organization_id = new.organization_id and slug = new.slug and domain_id is not distinct from new.domain_id and deleted_at is not null;
  return new;
end $$;
-- The name of the trigger decides that it runs after links_register_slug, which skips the link if its slug is taken.
create trigger links_take_slug before insert on links for each row
  when (current_setting('linkshelf.takes_released_slugs', true) = 'on') execute function take_slug_of_deleted_link();

-- A placeholder is not registered as a slug.
drop trigger links_move_slug on links;
create trigger links_move_slug before update of slug, domain_id on links for each row
  when (new.deleted_at is null and (old.slug is distinct from new.slug or old.domain_id is distinct from new.domain_id))
  execute function move_slug();
