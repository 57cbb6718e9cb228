import { randomBytes } from 'node:crypto'
import { prepareDatabase } from '../../src/databases/database.ts'
import { type DatabaseAccounts, deriveAccounts } from '../../src/databases/database-accounts.ts'

/** Migrates a database that was not cloned from the template, and creates accounts for this database only. */
export async function prepareWithAccounts(databaseUrl: string): Promise<DatabaseAccounts> {
  const accounts = deriveAccounts(randomBytes(32), databaseUrl)
  await prepareDatabase(databaseUrl, accounts)
  return accounts
}
