-- If the store is at the root of an own domain, short links and the store's pages share the domain's addresses. If a
-- link and a page have the same address, it leads to the link's destination, so that printed addresses still work. A
-- new link is rejected if a page already has its address.

-- Returns those of the given address keys that belong to a page now. Relies on domains_pkey and page_slugs_pkey.
create function find_page_addresses(addresses text[]) returns text[] language sql stable set search_path = public, pg_temp as $$
  select array(
    select address from unnest(addresses) as given (address)
    join domains on domains.id = case when address like '//%' then substr(address, 3, 36)::uuid end
    join page_slugs on page_slugs.project_id = store_project_id and slug = substr(address, 40) and replaced_at is null
    where is_serving and root_url is null)
$$;

-- Rejects a new link whose address belongs to a page. If the address was assigned before the store was at the root, it
-- belongs to its link. Two concurrent transactions may still assign an address to a link and to a page. Then it leads
-- to the link's destination too.
create function leave_address_to_page() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  address constant text := link_address(new.domain_id, new.slug);
begin
  if find_page_addresses(array[address]) <> '{}' and find_taken_slugs(array[address]) = '{}' then
    return null; -- nothing is written: the caller treats the slug as taken
  end if;
  return new;
end $$;

-- Triggers run in the order of their names. The names of these triggers come before the names of the triggers that
-- register the address.
create trigger links_leave_address_to_page before insert on links for each row
  when (new.domain_id is not null) execute function leave_address_to_page();
create trigger links_leave_moved_to_page before update of slug, domain_id on links for each row
  when (new.domain_id is not null and (old.slug, old.domain_id) is distinct from (new.slug, new.domain_id))
  execute function leave_address_to_page();
create trigger link_aliases_leave_address_to_page before insert on link_aliases for each row
  when (new.domain_id is not null) execute function leave_address_to_page();
