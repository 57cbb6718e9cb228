-- Which videos the latest run of a channel is, or was, about: its email counts what became of these.
alter table youtube_videos add column is_in_run boolean not null default false;
