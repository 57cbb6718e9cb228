-- Written by `npm run schema`.

create function announce_address(address text)
  returns void
  language plpgsql
  set search_path to 'public', 'pg_temp'
as $$
begin
  insert into link_changes (slug) values (address);
  perform pg_notify('link_changed', address);
end $$;
