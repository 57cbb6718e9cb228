-- The labels of a project. Links store label names. Every label name of a link is in this table, with the same
-- spelling.
create table labels (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  name text not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create unique index labels_name_key on labels (project_id, lower(name));

-- Row-level security is not forced while labels of existing links are inserted, because FORCE also applies to the
-- tables' owner, who runs the migration, unless the owner is a superuser.
alter table links no force row level security;
insert into labels (id, organization_id, project_id, name, created_at)
select distinct on (links.project_id, lower(carried.name)) gen_random_uuid(), links.organization_id, links.project_id, carried.name, links.created_at
from links cross join unnest(links.labels) with ordinality as carried (name, place)
order by links.project_id, lower(carried.name), links.created_at, links.id, carried.place;

-- If label names differ only in case, all become the name that was used first.
with spelled as (
  select id, array_agg(name order by place) as labels
  from (
    select links.id, labels.name, min(carried.place) as place
    from links cross join unnest(links.labels) with ordinality as carried (name, place)
    join labels on labels.project_id = links.project_id and lower(labels.name) = lower(carried.name)
    group by links.id, labels.name
  ) as once
  group by id
)
update links set labels = spelled.labels from spelled where spelled.id = links.id and spelled.labels <> links.labels;
alter table links force row level security;

alter table labels enable row level security;
alter table labels force row level security;
create policy in_organization on labels to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
grant select, insert, update, delete on labels to linkshelf_app;
