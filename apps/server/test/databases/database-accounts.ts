import { inject } from 'vitest'
import { type DatabaseAccounts, deriveAccounts } from '../../src/databases/database-accounts.ts'

/** The accounts of this test run, for a database that is a clone of the template. */
export function deriveTestAccounts(databaseUrl: string): DatabaseAccounts {
  return deriveAccounts(Buffer.from(inject('databaseSecret'), 'hex'), databaseUrl)
}
