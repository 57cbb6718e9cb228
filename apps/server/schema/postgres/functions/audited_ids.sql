-- Written by `npm run schema`.

create function audited_ids(before jsonb, after jsonb)
  returns text[]
  language sql
  immutable parallel safe
as $$
  select array(
    select key from jsonb_object_keys(case when jsonb_typeof(coalesce(after, before)) = 'object' then coalesce(after, before) else '{}' end) as key
    where key ~ '^[0-9a-f]{8}-[0-9a-f]{4}-')
$$;
