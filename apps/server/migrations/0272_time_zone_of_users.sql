-- An IANA name: that of the browser which the user first used. The one that is saved with the notifications goes first.
alter table users add column time_zone text;
