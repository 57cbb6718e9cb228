-- Written by `npm run schema`.

create function announce_project()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
declare changed text := 'project:' || coalesce(new.project_id, old.project_id);
begin
  insert into link_changes (slug) values (changed);
  perform pg_notify('link_changed', changed);
  return null;
end $$;
