-- Whether the video belongs to the latest run of its channel. The email about the run counts the outcomes of these
-- videos.
alter table youtube_videos add column is_in_run boolean not null default false;
