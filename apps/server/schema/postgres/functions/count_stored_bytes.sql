-- Written by `npm run schema`.

create function count_stored_bytes()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
declare
  added text := format('select organization_id, %s as kind, (%s)::bigint as bytes from after_rows', tg_argv[0], tg_argv[1]);
  removed text := format('select organization_id, %s as kind, -(%s)::bigint as bytes from before_rows', tg_argv[0], tg_argv[1]);
begin
  execute 'insert into stored_bytes (organization_id, kind, bytes) select organization_id, kind, sum(bytes) from ('
    || case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
    || ') as changed group by organization_id, kind having sum(bytes) <> 0';
  return null;
end $$;
