-- Written by `npm run schema`.

create function record_erased_row_of_project()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (select from projects where id = old.project_id) then
    perform record_erasure(tg_argv[0], array[old.id], clock_timestamp());
  end if;
  return null;
end $$;
