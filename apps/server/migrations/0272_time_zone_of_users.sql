-- An IANA name, from the first browser that the user used. The time zone in notification_settings takes precedence.
alter table users add column time_zone text;
