-- Written by `npm run schema`.

create function record_erased_row()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
declare
  erased constant jsonb := to_jsonb(old);
begin
  perform record_erasure(tg_argv[0], array(select (erased ->> name)::uuid from unnest(tg_argv[1:]) as name), clock_timestamp());
  return null;
end $$;
