-- A style sheet with its font files, copied from another site. Fonts have no width and no height: both are 0.
alter table uploads drop constraint uploads_purpose_check, add check (purpose in ('picture', 'icon', 'social', 'fonts'));
