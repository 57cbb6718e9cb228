-- An organization is deleted days after its owner asked for it; until then an owner can keep it. Its links redirect meanwhile.
alter table organizations
  add column deletes_at timestamptz,
  add column deletion_reminded_at timestamptz; -- when its owners got the reminder
create index organizations_deletes_at_idx on organizations (deletes_at) where deletes_at is not null;

-- The job that deletes what is due finds its organizations.
create policy for_jobs on organizations for select to linkshelf_jobs using (deletes_at is not null);
