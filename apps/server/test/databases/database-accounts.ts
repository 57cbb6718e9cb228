import { inject } from 'vitest'
import { type DatabaseAccounts, deriveAccounts } from '../../src/databases/database-accounts.ts'

/** Returns the accounts of this test run for a database that was cloned from the template. */
export function deriveTestAccounts(databaseUrl: string): DatabaseAccounts {
  return deriveAccounts(Buffer.from(inject('databaseSecret'), 'hex'), databaseUrl)
}
