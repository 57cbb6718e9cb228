-- Frees a slug that was taken by mistake. The application deletes the deleted link's row and frees its slug, in the
-- transaction that gives the slug to another link of the same organization.
create function release_slug(released text) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from slugs where slug = released;
$$;
revoke execute on function release_slug(text) from public;
grant execute on function release_slug(text) to linkshelf_app;
