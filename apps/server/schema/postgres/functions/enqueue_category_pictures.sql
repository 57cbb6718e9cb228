-- Written by `npm run schema`.

create function enqueue_category_pictures(ids uuid[])
  returns void
  language sql
as $$
  insert into picture_requests (organization_id, project_id, kind, ids)
  select organization_id, project_id, 'category', array_agg(id)
  from categories
  where id = any (ids) and exists (select from stores where stores.project_id = categories.project_id)
    and exists (select from organizations where organizations.id = categories.organization_id)
  group by organization_id, project_id
$$;
