-- Written by `npm run schema`.

create function enqueue_looks(project_ids uuid[])
  returns void
  language sql
as $$
  insert into picture_tasks (key, organization_id, kind, payload)
  select 'look:' || digest, organization_id, 'look', json_build_object('organizationId', organization_id, 'digest', digest)
  from uploads
  where purpose = 'picture' and focus_x is null and digest in (
    select substring(image_url from '/media/([A-Za-z0-9_-]{27})/') from products where project_id = any (project_ids)
    union select substring(image_url from '/media/([A-Za-z0-9_-]{27})/') from categories where project_id = any (project_ids)
  )
  order by digest
  on conflict (key) do update set revision = picture_tasks.revision + 1, attempts = 0, run_after = now()
$$;
