-- Lets the job that deletes unused uploads find the organizations that have uploads.
create policy for_jobs on uploads for select to linkshelf_jobs using (true);
create index uploads_used_at_idx on uploads (used_at);
