-- Written by `npm run schema`.

create table api_request_counts (
  organization_id  uuid    not null,
  month            date    not null,
  used             bigint  not null  default 0,
  reserved         bigint  not null  default 0,
  constraint api_request_counts_pkey primary key (organization_id, month),
  constraint api_request_counts_check check (used >= 0 and reserved >= 0),
  constraint api_request_counts_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade
);

alter table api_request_counts enable row level security;
alter table api_request_counts force row level security;
create policy in_organization on api_request_counts to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert on api_request_counts to linkshelf_app;
grant update (used, reserved) on api_request_counts to linkshelf_app;
