-- An organization is deleted some days after its owner requested it. Until then an owner can cancel the deletion, and
-- the organization's links still redirect.
alter table organizations
  add column deletes_at timestamptz,
  add column deletion_reminded_at timestamptz; -- when its owners got the reminder
create index organizations_deletes_at_idx on organizations (deletes_at) where deletes_at is not null;

-- Lets the job that deletes organizations find the organizations that are scheduled for deletion.
create policy for_jobs on organizations for select to linkshelf_jobs using (deletes_at is not null);
