-- Orders links by name: the title, or if there is none, the destination without its scheme. The name is truncated, so
-- that an entry fits into a page of the index.
create function link_sort_name(title text, target text) returns text language sql immutable parallel safe return
  left(lower(coalesce(nullif(title, ''), regexp_replace(target, '^https?://(www\.)?', ''))), 100);
create index links_name_idx on links (project_id, is_archived, link_sort_name(title, target), id) where deleted_at is null;
