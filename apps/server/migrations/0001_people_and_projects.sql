-- The roles as which the application connects: linkshelf_app for requests of owners, and linkshelf_edge, which is
-- read-only, for requests of visitors. Neither role owns a table, so FORCE row-level security always applies to both.
do $$
declare role_name text;
begin
  foreach role_name in array array['linkshelf_app', 'linkshelf_edge'] loop
    begin
      execute format('create role %I nologin nobypassrls', role_name);
    exception when duplicate_object or unique_violation then null; -- roles are global to the server: another database created it
    end;
    if not pg_has_role(current_user, role_name, 'set') then
      execute format('grant %I to current_user', role_name);
    end if;
  end loop;
end $$;
grant usage on schema public to linkshelf_app, linkshelf_edge;

create function current_organization_id() returns uuid language sql stable
  return nullif(current_setting('linkshelf.organization_id', true), '')::uuid;
create function current_user_id() returns uuid language sql stable
  return nullif(current_setting('linkshelf.user_id', true), '')::uuid;

-- Users. Not a tenant table, because a user may belong to several organizations.
create table users (
  id uuid primary key,
  email text not null,
  full_name text not null,
  password_hash text not null,
  avatar_url text,
  language text not null default 'en',
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  created_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));
grant select, insert, update on users to linkshelf_app;

create table organizations (
  id uuid primary key,
  name text not null,
  package text not null default 'Free',
  payment_period text check (payment_period in ('monthly', 'yearly')),
  product_page_enabled boolean not null default true,
  store_page_enabled boolean not null default true,
  full_analytics_enabled boolean not null default false,
  dashboard_days integer not null default 30 check (dashboard_days between 1 and 3650),
  created_at timestamptz not null default now()
);

create table members (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index members_user_id_idx on members (user_id);

create table projects (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  description text not null,
  status text not null default 'active' check (status in ('active', 'archived')),
  created_at timestamptz not null default now(),
  unique (id, organization_id)
);
create index projects_organization_id_idx on projects (organization_id, created_at);

-- Row-level security. A user sees the organizations they are a member of. A transaction in the scope of an organization
-- sees only that organization.
alter table organizations enable row level security;
alter table organizations force row level security;
create policy in_organization on organizations to linkshelf_app using (id = current_organization_id()) with check (id = current_organization_id());
create policy of_person on organizations for select to linkshelf_app
  using (id in (select organization_id from members where user_id = current_user_id()));

alter table members enable row level security;
alter table members force row level security;
create policy in_organization on members to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
create policy of_person on members for select to linkshelf_app using (user_id = current_user_id());

alter table projects enable row level security;
alter table projects force row level security;
create policy in_organization on projects to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
create policy of_person on projects for select to linkshelf_app
  using (organization_id in (select organization_id from members where user_id = current_user_id()));

grant select, insert, update, delete on organizations, members, projects to linkshelf_app;
