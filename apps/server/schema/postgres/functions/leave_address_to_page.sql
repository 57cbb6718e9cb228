-- Written by `npm run schema`.

create function leave_address_to_page()
  returns trigger
  language plpgsql
  set search_path to 'public', 'pg_temp'
as $$
declare
  address constant text := link_address(new.domain_id, new.slug);
begin
  if find_page_addresses(array[address]) <> '{}' and find_taken_slugs(array[address]) = '{}' then
    return null; -- nothing is written: the caller treats the slug as taken
  end if;
  return new;
end $$;
