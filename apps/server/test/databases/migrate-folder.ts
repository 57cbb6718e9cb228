// Migrates a database in a process that a test can kill. Arguments: the database's URL, and the folder of migrations.
import { migratePostgres } from '../../src/platform/postgres/postgres-migrations.ts'

const [, , databaseUrl = '', folder = ''] = process.argv
await migratePostgres(databaseUrl, folder)
