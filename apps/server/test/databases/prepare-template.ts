// Migrates the database that tests clone, in a separate process. If the test setup imported the migrations, it would
// depend on every module, and `--changed` would run every test. Arguments: the database's URL, and the secret of its
// accounts in hexadecimal.
import { prepareDatabase } from '../../src/databases/database.ts'
import { deriveAccounts } from '../../src/databases/database-accounts.ts'

const [, , databaseUrl = '', secret = ''] = process.argv
await prepareDatabase(databaseUrl, deriveAccounts(Buffer.from(secret, 'hex'), databaseUrl))
