-- How the user of a session signed in. Earlier sessions began with a password, the only method of earlier releases.
alter table user_sessions add column methods text[] not null default '{password}';
