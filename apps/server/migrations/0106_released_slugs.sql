-- A slug that was taken by mistake: the application deletes the row of the deleted link and makes its slug free again, in the transaction that gives it to
-- another link of the same organization.
create function release_slug(released text) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from slugs where slug = released;
$$;
revoke execute on function release_slug(text) from public;
grant execute on function release_slug(text) to linkshelf_app;
