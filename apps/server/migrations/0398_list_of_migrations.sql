-- Api and jobs processes compare this list with their own files when they start. A release rejects a database that a
-- newer release has migrated.
grant select on schema_migrations to linkshelf_app;
