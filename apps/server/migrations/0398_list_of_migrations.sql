-- Lets api and jobs processes compare this list with their own migration files when they start. A release does not
-- start on a database that a newer release has migrated.
grant select on schema_migrations to linkshelf_app;
