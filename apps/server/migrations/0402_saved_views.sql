-- Saved views of all screens are in one table. The table of saved reports, which are views of the analytics screen, is
-- renamed, and the views of the list of links are copied into it. Ids and the records of mailed weeks do not change.
alter table saved_reports rename to saved_views;
alter table saved_views rename constraint saved_reports_pkey to saved_views_pkey;
alter table saved_views rename constraint saved_reports_project_id_organization_id_fkey to saved_views_project_id_organization_id_fkey;
alter table saved_views rename constraint saved_reports_organization_id_user_id_fkey to saved_views_organization_id_user_id_fkey;
alter index saved_reports_member_idx rename to saved_views_member_idx;
alter index saved_reports_mailed_idx rename to saved_views_mailed_idx;

alter table saved_views add column kind text not null default 'analytics';
alter table saved_views alter column kind drop default;
alter table saved_views add constraint saved_views_kind_check check (kind in ('links', 'analytics'));
alter table saved_views add constraint saved_views_mailed_check check (kind = 'analytics' or mailed_since is null);
drop index saved_reports_name_key;
create unique index saved_views_name_key on saved_views (project_id, user_id, kind, lower(name));

-- Row-level security is not forced during this migration, because FORCE also applies to the tables' owner, who runs the
-- migration, unless the owner is a superuser.
alter table saved_views no force row level security;
alter table link_views no force row level security;
insert into saved_views (id, organization_id, project_id, user_id, kind, name, view, created_at)
  select id, organization_id, project_id, user_id, 'links', name, jsonb_build_object('query', query), created_at from link_views;
alter table saved_views force row level security;
drop table link_views;

-- Restricts the job that mails views to the views that are mailed.
alter policy for_jobs on saved_views using (mailed_since is not null);
