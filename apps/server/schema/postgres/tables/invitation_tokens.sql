-- Written by `npm run schema`.

create table invitation_tokens (
  token_hash       bytea  not null,
  organization_id  uuid   not null,
  invitation_id    uuid   not null,
  constraint invitation_tokens_pkey primary key (token_hash),
  constraint invitation_tokens_invitation_id_organization_id_fkey foreign key (invitation_id, organization_id)
    references invitations(id, organization_id) on delete cascade
);

create index invitation_tokens_invitation_id_idx on invitation_tokens (invitation_id);

alter table invitation_tokens enable row level security;
alter table invitation_tokens force row level security;
create policy in_organization on invitation_tokens to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, delete on invitation_tokens to linkshelf_app;
