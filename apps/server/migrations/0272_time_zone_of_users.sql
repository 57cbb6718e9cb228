-- An IANA name, from the first browser that the user used. If notification_settings has a time zone, that time zone is
-- used instead.
alter table users add column time_zone text;
