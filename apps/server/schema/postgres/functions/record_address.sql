-- Written by `npm run schema`.

create function record_address()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
begin
  insert into assigned_addresses (address, assigned_to) values (link_address(new.domain_id, new.slug), new.organization_id);
  return null;
end $$;
