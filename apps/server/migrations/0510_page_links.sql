-- Short URLs of stores and products. Such a link leads to the page of the store or product with the id page_id, even if
-- the page's address changes. It is not counted in link_counts. If the page is deleted, the link stays and leads
-- nowhere, so page_id is not a foreign key.
alter table links add column page_kind text check (page_kind in ('store', 'product'));
alter table links add column page_id uuid;
alter table links add check ((page_kind is null) = (page_id is null));
create index links_page_id_idx on links (project_id, page_id) where page_id is not null;
grant select (page_kind, page_id) on links to linkshelf_edge;

-- Row-level security is not forced during this migration, because FORCE also applies to the tables' owner, who runs the
-- migration, unless the owner is a superuser. A trigger updates link_checks.
do $$
declare
  table_name text;
begin
  foreach table_name in array array['links', 'link_checks', 'link_counts', 'stores', 'store_handles', 'products'] loop
    execute format('alter table %I no force row level security', table_name);
  end loop;
end $$;

-- Encodes a handle like encodeURIComponent does. A handle consists of letters, marks, digits and hyphens.
create function encode_handle(handle text) returns text language sql immutable as $$
  select string_agg(case when letter ~ '[A-Za-z0-9-]' then letter
    else upper(regexp_replace(encode(convert_to(letter, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) end, '' order by nth)
  from regexp_split_to_table(handle, '') with ordinality as letters (letter, nth)
$$;

-- Short URLs of earlier releases get the present address of their page. If an owner has changed the destination of a
-- short URL, the link becomes an ordinary link, because an upgrade changes no destination. Its page then has no short
-- URL.
select set_config('linkshelf.has_same_page', 'on', true);
with pages as (
  select 'store' as kind, id, project_id, short_link_id, '' as path from stores where short_link_id is not null
  union all
  select 'product', id, project_id, short_link_id, '/p/' || id from products where short_link_id is not null
), addresses as (
  select project_id, '/@' || encode_handle(handle) as path from store_handles
)
update links set page_kind = pages.kind, page_id = pages.id, target = coalesce((
    select substring(target from '^https?://[^/]+') || '/@' || encode_handle(handle) || pages.path from stores where stores.project_id = pages.project_id
  ), target)
from pages
where links.id = pages.short_link_id and links.project_id = pages.project_id and links.shops = '[]' and not links.has_choice_page
  and exists (select from addresses where addresses.project_id = pages.project_id
    and links.target = substring(links.target from '^https?://[^/]+') || addresses.path || pages.path);

-- A page may have had several short URLs, and the page of a short URL may be deleted. So every other link that leads to
-- an address of its project's store or products becomes a short URL too. Only the origin of most links above is known
-- to be this instance's origin. The id of a deleted store is lost, so its short URLs have their own id in page_id,
-- which no page has.
with instance as (
  select mode() within group (order by substring(target from '^https?://[^/]+')) as origin from links where page_id is not null
), addresses as (
  select project_id, store_id, origin || '/@' || encode_handle(handle) as address from store_handles, instance
), others as (
  select links.id, links.project_id, addresses.store_id, substr(target, length(address) + 1) as path
  from links join addresses on addresses.project_id = links.project_id and starts_with(target, address)
  where page_id is null and shops = '[]' and not has_choice_page
    and substr(target, length(address) + 1) ~ '^(/p/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$'
)
update links set page_kind = case others.path when '' then 'store' else 'product' end,
  page_id = case others.path when '' then coalesce(others.store_id, links.id) else right(others.path, 36)::uuid end,
  target = coalesce((
    select origin || '/@' || encode_handle(handle) || others.path from stores, instance
    where stores.project_id = others.project_id and (others.path <> '' or stores.id = others.store_id)
  ), target)
from others where links.id = others.id;
select set_config('linkshelf.has_same_page', 'off', true);
drop function encode_handle(text);

update stores set short_link_id = null
where short_link_id is not null and not exists (select from links where links.id = short_link_id and page_id = stores.id);
update products set short_link_id = null
where short_link_id is not null and not exists (select from links where links.id = short_link_id and page_id = products.id);

update link_counts set link_count = (
  select count(*) from links where links.project_id = link_counts.project_id and deleted_at is null and page_id is null)
where exists (select from links where links.project_id = link_counts.project_id and page_id is not null);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['links', 'link_checks', 'link_counts', 'stores', 'store_handles', 'products'] loop
    execute format('alter table %I force row level security', table_name);
  end loop;
end $$;

-- Makes edges reload the links of a project when one of its pages is deleted. Also when a new store gives the project's
-- products an address again.
alter function announce_integration() rename to announce_project;
create trigger stores_announce after insert or delete on stores for each row execute function announce_project();
create trigger products_announce after delete on products for each row
  when (old.short_link_id is not null) execute function announce_project();
