-- An api and jobs compare the list with their own files when they start: a release rejects a database that a newer
-- one has migrated.
grant select on schema_migrations to linkshelf_app;
