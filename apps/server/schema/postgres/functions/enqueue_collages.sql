-- Written by `npm run schema`.

create function enqueue_collages(project_ids uuid[])
  returns void
  language sql
as $$
  insert into picture_requests (organization_id, project_id, kind, ids)
  select organization_id, project_id, 'collage', array[project_id]
  from stores
  where project_id = any (project_ids) and banner_image is null
    and exists (select from organizations where organizations.id = stores.organization_id)
$$;
