-- The addresses of a deleted store stay reserved for its organization, so that no other organization gets the visitors
-- of these addresses. The addresses are deleted with the organization.
alter table store_handles alter column store_id drop not null;
alter table store_handles drop constraint store_handles_store_id_fkey;
alter table store_handles add foreign key (store_id) references stores (id) on delete set null;
alter table store_handles add foreign key (organization_id) references organizations (id) on delete cascade;
create index store_handles_organization_id_idx on store_handles (organization_id);
