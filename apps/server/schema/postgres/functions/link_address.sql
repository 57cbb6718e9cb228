-- Written by `npm run schema`.

create function link_address(domain_id uuid, slug text)
  returns text
  language sql
  immutable parallel safe
as $$
  select case when domain_id is null then slug else '//' || domain_id::text || '/' || slug end
$$;
