-- Written by `npm run schema`.

create function find_links_by_start(project uuid, archived boolean, title_start text, slug_start text, most integer)
  returns uuid[]
  language sql
  stable security definer
  set search_path to 'public', 'pg_temp'
as $$
  select array(
    (select id from links
      where organization_id = current_organization_id() and project_id = project and is_archived = archived and deleted_at is null
        and lower(left(title, 100)) collate "C" >= title_start and lower(left(title, 100)) collate "C" < title_start || chr(1114111)
      order by lower(left(title, 100)) collate "C" limit most)
    union all
    (select id from links
      where organization_id = current_organization_id() and project_id = project and is_archived = archived and deleted_at is null
        and left(search_text, 64) collate "C" >= slug_start and left(search_text, 64) collate "C" < slug_start || chr(1114111)
      order by left(search_text, 64) collate "C" limit most));
$$;
alter function find_links_by_start(uuid,boolean,text,text,integer) owner to linkshelf_search;
revoke all on function find_links_by_start(uuid,boolean,text,text,integer) from public;
grant execute on function find_links_by_start(uuid,boolean,text,text,integer) to linkshelf_app;
