-- Indexes that find the best matches of a search, regardless of their age: links whose title or slug equals the term or
-- begins with it. Each index is in byte order, so the matches are one range of it, in which the term itself comes
-- before longer texts. The search text begins with the slug.
create index links_title_idx on links (project_id, is_archived, (lower(left(title, 100)) collate "C")) where deleted_at is null;
create index links_slug_start_idx on links (project_id, is_archived, (left(search_text, 64) collate "C")) where deleted_at is null;
grant select (title) on links to linkshelf_search;

-- Returns at most `most` ids of links by title, and at most `most` by slug. A link may be in both results. Both terms
-- are in lower case and have at most 64 characters.
create function find_links_by_start(project uuid, archived boolean, title_start text, slug_start text, most integer)
returns uuid[] language sql stable security definer set search_path = public, pg_temp as $$
  select array(
    (select id from links
      where organization_id = current_organization_id() and project_id = project and is_archived = archived and deleted_at is null
        and lower(left(title, 100)) collate "C" >= title_start and lower(left(title, 100)) collate "C" < title_start || chr(1114111)
      order by lower(left(title, 100)) collate "C" limit most)
    union all
    (select id from links
      where organization_id = current_organization_id() and project_id = project and is_archived = archived and deleted_at is null
        and left(search_text, 64) collate "C" >= slug_start and left(search_text, 64) collate "C" < slug_start || chr(1114111)
      order by left(search_text, 64) collate "C" limit most));
$$;
revoke all on function find_links_by_start from public;
grant execute on function find_links_by_start to linkshelf_app;
grant create on schema public to linkshelf_search;
alter function find_links_by_start owner to linkshelf_search;
revoke create on schema public from linkshelf_search;
