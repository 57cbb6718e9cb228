-- outside a transaction
-- The campaign and the video of the click that a sale is joined to, or of most clicks that support its estimate. '' if
-- these clicks have none. Null if the sale is joined to no click and is not estimated.
alter table earnings add column if not exists utm_campaign text, add column if not exists video text;

-- Enqueues one job for each project that has sales which earlier releases joined to a click. The job reads these clicks
-- again. Row-level security is not forced while the migration reads the sales, because FORCE also applies to the owner
-- of the table, who runs the migration, unless the owner is a superuser.
alter table earnings no force row level security;
do $$
begin
  -- A database without the schema of the queue has never run a job, so it has no sales that a job has joined.
  if to_regnamespace('graphile_worker') is null then
    return;
  end if;
  perform enqueue_job(
    'add-campaigns-of-sales', json_build_object('organizationId', organization_id, 'projectId', project_id), 'add-campaigns-of-sales:' || project_id,
    null, 25)
  from (select distinct organization_id, project_id from earnings where method = 'click') as joined;
end $$;
alter table earnings force row level security;
